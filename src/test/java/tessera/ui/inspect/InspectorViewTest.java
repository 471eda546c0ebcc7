package tessera.ui.inspect;

import java.time.ZoneOffset;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.insight.Accelerators;
import tessera.model.ObjectRef;
import tessera.ui.metrics.Afternoon;

import static org.assertj.core.api.Assertions.assertThat;

/** The inspector, as the operator goes from one object to the next. */
@ExtendWith(ApplicationExtension.class)
class InspectorViewTest {

    private static final ObjectRef NODE = ObjectRef.node(Afternoon.NODE);
    private static final ObjectRef POD = ObjectRef.pod("serving", "llm-serve-0");

    private final Afternoon afternoon = Afternoon.ofEight();
    @SuppressWarnings("NullAway.Init") // every test begins with showing it
    private InspectorView view;

    @Start
    void open(Stage stage) {
        view = new InspectorView(Accelerators.standard(), afternoon.desk(), object -> {}, () -> {},
                new InspectorView.Time(new SimpleObjectProperty<>(Afternoon.END), ZoneOffset.UTC));
        stage.setScene(new Scene((Parent) view.node(), 400, 800));
        stage.show();
    }

    private InspectorState seen(ObjectRef object) {
        view.inspect(object);
        return view.project(afternoon.fleet(), view.query().getValue());
    }

    private String page() {
        return ((TabPane) view.node().lookup(".tab-pane")).getSelectionModel().getSelectedItem().getText();
    }

    @Test
    void aPageThatOnlyTheNextObjectHasIsTurnedToAlthoughTheLastOneIsStillBeingDrawn() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var late = seen(NODE);
            view.show(late);
            var next = seen(POD);
            view.turnTo("Logs");

            view.show(late);
            view.show(next);
        });

        assertThat(page()).isEqualTo("Logs");
    }
}
