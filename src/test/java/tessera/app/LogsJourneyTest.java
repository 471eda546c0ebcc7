package tessera.app;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Arrays;
import javafx.event.ActionEvent;
import javafx.geometry.Orientation;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.image.PixelFormat;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectorPageName;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator reads the log of a pod in the window, until the pod is gone. */
class LogsJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private String pod(String namespace, String start) {
        return colleague.pods().inNamespace(namespace).list().getItems().stream().map(Pod::getMetadata)
                .map(metadata -> metadata.getName()).filter(name -> name.startsWith(start)).findFirst().orElseThrow();
    }

    private String waiting() {
        return colleague.pods().inNamespace("vision").list().getItems().stream()
                .filter(pod -> pod.getMetadata().getName().startsWith("sdxl-serve-")
                        && !pod.getStatus().getPhase().equals("Running"))
                .map(pod -> pod.getMetadata().getName()).findFirst().orElseThrow();
    }

    private void read(String namespace, String name) {
        eventuallySays("connection", "live");
        eventually("the pod is seen", () -> clusterSelection.snapshots().get().findPod(namespace, name).isPresent());
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod(namespace, name));
            return true;
        });
        eventuallySays("inspector", name);
        onFx(() -> {
            rootPane.showInspectorPage(InspectorPageName.LOGS);
            return true;
        });
    }

    private String text(String id) {
        return onFx(() -> find(id) instanceof Labeled labeled ? labeled.getText() : "");
    }

    @Test
    void aLogIsFollowedSearchedAndNarrowedAndStaysInSightWhenItsPodIsGone() {
        read("vision", waiting());
        eventually("the reason is told",
                () -> words("logs").contains("is waiting to start: trying and failing to pull image"));

        var name = pod("serving", "llm-serve-");
        read("serving", name);
        eventually("lines come", () -> text("logs-status").matches("[0-9\u202f\u00a0, ]+ lines.*"));
        type("logs-search", "/INFO.*[0-9]/");
        eventually("it is counted", () -> onFx(() -> !find("logs-after").isDisabled()));
        onFx(() -> {
            ((ToggleButton) find("logs-only")).setSelected(true);
            return true;
        });
        type("logs-search", "/(/");
        eventuallySays("logs", "invalid regular expression: unclosed group after “(”");
        type("logs-search", "/INFO [a-z/");
        eventuallySays("logs", "invalid regular expression: unclosed character class");
        assertThat(onFx(() -> {
            rootPane.node().applyCss();
            rootPane.node().layout();
            return find("logs-only").localToScene(find("logs-only").getLayoutBounds()).getMaxX();
        })).as("what is wrong pushes nothing out of the window")
                .isLessThan(onFx(() -> rootPane.node().getScene().getWidth()));
        type("logs-search", "");
        assertThat(onFx(() -> ((TextField) find("logs-search")).getText())).isEmpty();

        colleague.pods().inNamespace("serving").withName(name).withGracePeriod(0).delete();
        eventually("its end is told", () -> text("logs-status").contains("no longer exists"));
        assertThat(text("logs-status")).as("what was read is still there").contains(" lines");
    }

    @Test
    void theViewMenuBeginsEarlierWrapsLinesAndShowsTheRunBefore() {
        var name = pod("serving", "llm-serve-");
        read("serving", name);
        eventually("lines of more than a quarter of an hour come", () -> lines() > 300);
        choose("Start 10 minutes ago");
        eventually("there are fewer", () -> lines() > 0 && lines() < 300);
        assertThat(jump("25:99")).isEqualTo("invalid time");
        assertThat(jump("2h")).isEqualTo("the loaded log starts later");
        assertThat(jump("5m")).isEmpty();

        assertThat(across()).as("lines are whole in a column").isFalse();
        var before = picture();
        choose("Wrap long lines");
        eventually("they are drawn otherwise", () -> !Arrays.equals(before, picture()));
        assertThat(across()).isTrue();
        choose("Previous run");
        eventually("there was none before", () -> words("logs").contains("previous terminated container"));
        assertThat(words("logs")).contains("No previous log of ").doesNotContain("refused");
        assertThat(onFx(() -> find("logs-follow").isVisible())).as("what is over is not followed").isFalse();
        onFx(() -> {
            ((Button) find("logs-back")).fire();
            return true;
        });
        eventually("one is back", () -> lines() > 0 && onFx(() -> find("logs-follow").isVisible()));
        choose("Previous run");
        eventually("there was none before", () -> words("logs").contains("previous terminated container"));

        var other = pod("serving", "gateway-");
        read("serving", other);
        eventually("the run that there is of another is read",
                () -> lines() > 0 && !words("logs").contains("before this one"));
    }

    /** What is said of a time that one goes to. */
    private String jump(String time) {
        choose("Jump to a time…");
        type("logs-jump", time);
        return onFx(() -> {
            find("logs-jump").fireEvent(new ActionEvent());
            return ((Labeled) find("logs-jumped")).getText();
        });
    }

    /** Whether there is more at the right. */
    private boolean across() {
        return onFx(() -> find("logs-lines").lookupAll(".scroll-bar").stream().map(ScrollBar.class::cast)
                .anyMatch(bar -> bar.getOrientation() == Orientation.HORIZONTAL && bar.isVisible()));
    }

    private long lines() {
        var digits = text("logs-status").replaceFirst(" lines.*", "").replaceAll("[^0-9]", "");
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private int[] picture() {
        return onFx(() -> {
            var image = find("logs-lines").snapshot(null, null);
            int width = (int) image.getWidth();
            int height = (int) image.getHeight();
            var pixels = new int[width * height];
            image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
            return pixels;
        });
    }

    /** Presses an item of the View menu. */
    private void choose(String title) {
        onFx(() -> {
            var item = ((MenuButton) find("logs-view")).getItems().stream().filter(each -> title.equals(each.getText()))
                    .findFirst().orElseThrow();
            switch (item) {
                case RadioMenuItem radio -> radio.setSelected(true);
                case CheckMenuItem check -> check.setSelected(!check.isSelected());
                default -> item.fire();
            }
            return true;
        });
    }
}
