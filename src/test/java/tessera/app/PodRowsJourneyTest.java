package tessera.app;

import java.util.List;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.pods.PodListLine;
import tessera.ui.pods.PodsView;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator looks at a pod of the list while others come and go. */
class PodRowsJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @SuppressWarnings("unchecked") // the list of the Pods screen is one of lines
    private ListView<ObservableValue<PodListLine>> list() {
        return (ListView<ObservableValue<PodListLine>>) find("pods-list");
    }

    private List<ObjectRef> waiting() {
        return onFx(() -> list().getItems().stream().map(ObservableValue::getValue)
                .filter(PodListLine.PendingPodLine.class::isInstance).flatMap(line -> PodsView.podOf(line).stream())
                .toList());
    }

    private Optional<ObjectRef> selected() {
        return onFx(() -> Optional.ofNullable(list().getSelectionModel().getSelectedItem())
                .flatMap(line -> PodsView.podOf(line.getValue())));
    }

    @Test
    void thePodThatIsLookedAtStaysInSightWhenRowsBeforeItGo() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            return true;
        });
        eventually("pods wait", () -> find("pods-list") != null && waiting().size() > 3);
        var first = waiting().getFirst();
        var looked = waiting().get(2);
        onFx(() -> {
            list().requestFocus();
            var items = list().getItems();
            for (int position = 0; position < items.size(); position++) {
                if (PodsView.podOf(items.get(position).getValue()).equals(Optional.of(looked))) {
                    list().getSelectionModel().select(position);
                }
            }
            return true;
        });
        assertThat(onFx(rootPane::inspectedObject)).contains(looked);

        colleague.pods().inNamespace(first.namespace()).withName(first.name()).withGracePeriod(0).delete();

        eventually("its row is gone", () -> !waiting().contains(first));
        assertThat(onFx(rootPane::inspectedObject)).contains(looked);
        assertThat(selected()).contains(looked);

        var other = waiting().getLast();
        type("pods-filter", other.name());
        eventually("its row is out of sight", () -> waiting().equals(List.of(other)));
        assertThat(onFx(rootPane::inspectedObject)).contains(looked);
        assertThat(selected()).isEmpty();
        type("pods-filter", "");
        eventually("its row is marked again", () -> selected().equals(Optional.of(looked)));

        var folded = colleague.pods().inNamespace("serving").list().getItems().stream()
                .map(pod -> pod.getMetadata().getName()).filter(name -> name.startsWith("llm-serve-")).findFirst()
                .orElseThrow();
        var objectRef = ObjectRef.pod("serving", folded);
        onFx(() -> {
            rootPane.inspect(objectRef);
            return true;
        });
        eventually("its owner is unfolded and it is marked", () -> selected().equals(Optional.of(objectRef)));
        eventually("it is in sight",
                () -> onFx(() -> list().lookupAll(".list-cell").stream().map(cell -> (ListCell<?>) cell)
                        .anyMatch(cell -> cell.isSelected() && cell.isVisible()
                                && cell.getBoundsInParent().getMaxY() <= list().getHeight())));

        press(KeyCode.UP);
        for (int line = 0; line < 40 && !(line() instanceof PodListLine.PodOwnerLine); line++) {
            press(KeyCode.UP);
        }
        press(KeyCode.ENTER);
        eventually("it can be folded away all the same",
                () -> line() instanceof PodListLine.PodOwnerLine owned && !owned.expanded());
    }

    private PodListLine line() {
        return onFx(() -> list().getSelectionModel().getSelectedItem().getValue());
    }

    private boolean press(KeyCode key) {
        new FxRobot().push(key);
        return onFx(() -> list().isFocused());
    }

    @Test
    void keysGoFromPodToPodAndOverTheHeadingsBetween() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            return true;
        });
        eventually("pods wait", () -> find("pods-list") != null && waiting().size() > 3);
        onFx(() -> {
            list().requestFocus();
            return true;
        });

        assertThat(press(KeyCode.DOWN)).isTrue();
        assertThat(selected()).as("the first line is a heading").contains(waiting().getFirst());
        press(KeyCode.J);
        assertThat(selected()).contains(waiting().get(1));
        press(KeyCode.K);
        press(KeyCode.UP);
        assertThat(selected()).as("there is none above").contains(waiting().getFirst());
        for (int line = 0; line < 40 && !(line() instanceof PodListLine.PodOwnerLine); line++) {
            press(KeyCode.DOWN);
            assertThat(line()).isNotInstanceOfAny(PodListLine.SectionHeading.class,
                    PodListLine.ColumnCaptionsLine.class);
        }
        assertThat(line()).isInstanceOf(PodListLine.PodOwnerLine.class);

        var owner = line().key();
        assertThat(onFx(rootPane::inspectedObject)).as("a pod is looked at meanwhile").isPresent();
        var gone = waiting().getFirst();
        press(KeyCode.ENTER);
        colleague.pods().inNamespace(gone.namespace()).withName(gone.name()).withGracePeriod(0).delete();
        eventually("rows have come and gone", () -> !waiting().contains(gone));
        assertThat(line().key()).as("the keys stay where they were").isEqualTo(owner);
        press(KeyCode.DOWN);
        assertThat(line()).as("its first pod").isInstanceOf(PodListLine.BoundPodLine.class);
    }
}
