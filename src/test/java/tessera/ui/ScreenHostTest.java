package tessera.ui;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import tessera.flow.Latest;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.Sample;
import tessera.model.Problem;
import tessera.model.reading.Readings;
import tessera.ui.ScreenHost.Place;

import static org.assertj.core.api.Assertions.assertThat;

/** The places of a window when something goes wrong in one of them. */
class ScreenHostTest {

    /** A screen that prints what it is asked, and has a defect when it is asked for it. */
    private static final class Echo implements Screen<String, String> {

        private final SimpleObjectProperty<String> query;
        private final List<String> printed = new ArrayList<>();

        Echo(String query) {
            this.query = new SimpleObjectProperty<>(query);
        }

        @Override
        public Node node() {
            return new Region();
        }

        @Override
        public ObservableValue<String> query() {
            return query;
        }

        @Override
        public String project(Fleet fleet, String question) {
            if (question.equals("defect")) {
                throw new IllegalStateException("a defect");
            }
            return question;
        }

        @Override
        public void show(String state) {
            if (state.equals("unprintable")) {
                throw new IllegalStateException("unprintable");
            }
            printed.add(state);
        }

        @Override
        public void excuse(Problem why) {
            printed.add(why.headline() + ": " + why.detail());
        }
    }

    private static List<String> after(Runnable action, Echo screen) {
        Stage.fx(() -> {
            action.run();
            return true;
        });
        return Stage.fx(() -> List.copyOf(screen.printed));
    }

    @Test
    void aDefectInOnePlaceIsSaidThereAndTheOthersStayCurrent() {
        Stage.start();
        var frame = new Echo("frame");
        var screen = new Echo("defect");
        var inspector = new Echo("unprintable");
        try (var host = new ScreenHost(new Latest<>(new Sample().snapshot()),
                new Latest<>(Readings.nothing()), Accelerators.standard(), Runnable::run)) {
            after(() -> {
                host.open(Place.SCREEN, screen);
                host.open(Place.INSPECTOR, inspector);
                host.open(Place.FRAME, frame);
            }, frame);
            var said = "This cannot be shown: java.lang.IllegalStateException: a defect";
            assertThat(after(host::refresh, screen)).containsExactly(said);
            assertThat(after(host::refresh, frame)).containsExactly("frame");
            assertThat(after(host::refresh, inspector))
                    .contains("This cannot be shown: java.lang.IllegalStateException: unprintable");
            assertThat(after(() -> screen.query.set("well"), screen)).containsExactly(said, "well");
        }
    }
}
