package tessera.app.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.input.Clipboard;
import javafx.scene.layout.StackPane;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.ui.Stage.fx;

/** What whoever sits before the window learns of a defect of the program itself. */
@ExtendWith(ApplicationExtension.class)
@SuppressWarnings("NullAway.Init")
class CrashNoticeDisplayTest {

    private static final String CANARY = "c4n4ryc4n4ryc4n4ry";

    @TempDir
    private Path folder;

    private CrashReportWriter reports;
    private CrashNoticeDisplay notices;
    private StackPane root;

    @Start
    void open(javafx.stage.Stage stage) {
        root = new StackPane();
        stage.setScene(new Scene(root, 1200, 800));
        ColorTheme.DARK.applyTo(stage.getScene());
        stage.show();
        reports = new CrashReportWriter(folder, Clock.systemUTC(), _ -> {});
        notices = new CrashNoticeDisplay(reports, root);
    }

    private static Optional<Node> seen(String text) {
        return Window.getWindows().stream().flatMap(window -> window.getScene().getRoot().lookupAll("*").stream())
                .filter(node -> node instanceof Labeled labeled && String.valueOf(labeled.getText()).contains(text))
                .findFirst();
    }

    @Test
    void theReportCanBeCopiedFromTheWindowWithoutSecrets() throws Exception {
        fx(() -> {
            Clipboard.getSystemClipboard().clear();
            return true;
        });
        reports.report("main", new IllegalStateException("asked with token=" + CANARY));

        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> fx(() -> seen("Copy report").isPresent()));
        assertThat(fx(() -> seen("Tessera hit an internal error"))).isPresent();
        fx(() -> {
            ((Button) seen("Copy report").orElseThrow()).fire();
            return true;
        });

        var file = reports.newestReport().get().orElseThrow().file().orElseThrow();
        assertThat(fx(() -> Clipboard.getSystemClipboard().getString())).isEqualTo(Files.readString(file))
                .contains("IllegalStateException", "(hidden)").doesNotContain(CANARY);
        notices.close();
    }

    @Test
    void whereNoReportCanBeWrittenNobodyIsSentToTheSettingsForIt() throws Exception {
        notices.close();
        var blocked = new CrashReportWriter(Files.writeString(folder.resolve("file"), "").resolve("crashes"),
                Clock.systemUTC(), _ -> {});
        try (var _ = new CrashNoticeDisplay(blocked, root)) {
            blocked.report("main", new IllegalStateException("again"));

            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                    () -> fx(() -> seen("The report could not be written.").isPresent()));
            assertThat(fx(() -> seen("in Settings"))).isEmpty();
        }
    }
}
