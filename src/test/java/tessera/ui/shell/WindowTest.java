package tessera.ui.shell;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.ui.StillDesk;
import tessera.ui.kit.ColorTheme;

/** The window on a cluster at which nothing moves, and eyes that find things in it. */
@ExtendWith(ApplicationExtension.class)
abstract class WindowTest {

    private final ExecutorService projector = Executors.newSingleThreadExecutor();
    ColorTheme theme = ColorTheme.DARK;
    @SuppressWarnings("NullAway.Init") // every test begins with showing it
    WindowRootPane rootPane;

    /** What the window is to show. */
    abstract StillDesk desk();

    /** By which the window tells the time. */
    Clock clock() {
        return Clock.fixed(Sample.NOW, ZoneOffset.UTC);
    }

    /** To be called by what TestFX starts, which it looks for in the test's own class only. */
    void show(Stage stage) {
        ColorTheme.loadFonts();
        rootPane = new WindowRootPane(desk(), AcceleratorCatalog.standard(), projector, clock(),
                () -> theme = theme.otherTheme());
        var scene = new Scene(rootPane.node(), 1440, 900);
        theme.applyTo(scene);
        stage.setScene(scene);
        // Tests of one process share the window, which another may have left small.
        stage.sizeToScene();
        stage.show();
    }

    @AfterEach
    void close() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, rootPane::close);
        projector.shutdownNow();
    }

    static void eventually(Callable<Boolean> condition) {
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, condition);
        } catch (TimeoutException e) {
            throw new AssertionError("it did not become so within 10 s", e);
        }
        WaitForAsyncUtils.waitForFxEvents();
    }

    /** On the thread of the window: looking up goes through lists that change. */
    Node find(String id) {
        return Platform.isFxApplicationThread() ? rootPane.node().lookup("#" + id)
                : WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.node().lookup("#" + id));
    }

    String text(String id) {
        return find(id) instanceof Labeled labeled && labeled.getText() != null ? labeled.getText() : "";
    }

    String allText(String id) {
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            var part = find(id);
            return part == null ? ""
                    : String.join(" | ",
                            part.lookupAll(".label").stream().map(label -> ((Label) label).getText()).toList());
        });
    }
}
