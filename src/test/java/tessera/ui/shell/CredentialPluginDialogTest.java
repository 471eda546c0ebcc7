package tessera.ui.shell;

import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import tessera.gpu.Sample;
import tessera.model.CredentialPluginApprovalRequest;
import tessera.ui.StillDesk;

import static org.assertj.core.api.Assertions.assertThat;

/** The question in the window whether a program may be run that a kubeconfig names. */
class CredentialPluginDialogTest extends WindowTest {

    private static final CredentialPluginApprovalRequest REQUEST = new CredentialPluginApprovalRequest("./login",
            "/downloads/login", "--region\u001b[2J eu\u202e " + "z".repeat(2_000), "LD_PRELOAD=./x.so",
            "/downloads/config", "me\r\nsafe");

    private final StillDesk desk = new StillDesk(new Sample().snapshot());

    @Override
    StillDesk desk() {
        return desk;
    }

    @Start
    void open(Stage stage) {
        show(stage);
    }

    private void ask() {
        desk.latestValue.set(Optional.of(REQUEST));
        eventually(() -> find("plugin").isVisible());
    }

    @Test
    void allThatDecidesWhatIsRunIsInSightAndNothingOfItIsObeyed() {
        ask();

        assertThat(text("plugin-command")).isEqualTo("./login");
        assertThat(text("plugin-program")).isEqualTo("/downloads/login");
        assertThat(text("plugin-arguments")).contains("--region\ufffd[2J eu\ufffd", "characters, truncated")
                .hasSizeLessThan(700);
        assertThat(text("plugin-variables")).isEqualTo("LD_PRELOAD=./x.so");
        assertThat(text("plugin-kubeconfig")).isEqualTo("/downloads/config");
        assertThat(text("plugin-user-entry")).isEqualTo("me safe");
    }

    @Test
    void whoHitsAKeyWithoutReadingAllowsNothing(FxRobot robot) {
        ask();
        assertThat(find("plugin-refuse").isFocused()).isTrue();
        robot.press(KeyCode.ENTER).release(KeyCode.ENTER);
        eventually(() -> desk.answers.size() == 1);
        ask();
        robot.press(KeyCode.ESCAPE).release(KeyCode.ESCAPE);
        eventually(() -> desk.answers.size() == 2);

        assertThat(desk.answers).containsExactly(false, false);
        assertThat(find("plugin").isVisible()).isFalse();
    }

    @Test
    void whoAllowsItSaysSo(FxRobot robot) {
        ask();
        robot.interact(() -> ((Button) find("plugin-allow")).fire());
        eventually(() -> !desk.answers.isEmpty());

        assertThat(desk.answers).containsExactly(true);
    }
}
