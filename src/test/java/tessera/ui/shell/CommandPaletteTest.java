package tessera.ui.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.flow.LatestValue;
import tessera.ui.OpenableClusterList;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.shell.CommandPalette.PaletteCommand;

import static org.assertj.core.api.Assertions.assertThat;

/** The palette of a cluster with 50,000 pods under fast fingers. */
class CommandPaletteTest {

    private static final int PODS = 50_000;

    private final CountDownLatch busy = new CountDownLatch(1);
    private final LinkedBlockingQueue<String> ran = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Boolean> offeredOnFxThread = new LinkedBlockingQueue<>();

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private List<PaletteCommand> pods() {
        offeredOnFxThread.add(Platform.isFxApplicationThread());
        var commands = new ArrayList<PaletteCommand>();
        for (int i = 0; i < PODS; i++) {
            var name = "train-" + i + "-worker";
            commands.add(new PaletteCommand(name, "pod", 0, () -> ran.add(name)));
        }
        return commands;
    }

    private static void press(CommandPalette palette, KeyCode key) {
        Event.fireEvent(palette.node().lookup("#palette-field"),
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, false, false, false));
    }

    private static void type(CommandPalette palette, String text) {
        ((TextField) palette.node().lookup("#palette-field")).setText(text);
    }

    @Test
    void typingNeverWaitsAndEnterTakesWhatWasTyped() throws Exception {
        try (var background = Executors.newSingleThreadExecutor()) {
            background.execute(() -> {
                try {
                    busy.await();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
            var palette = Stage.fx(
                    () -> new CommandPalette(this::pods, new LatestValue<>(OpenableClusterList.empty()), background));
            Stage.fx(() -> {
                palette.open();
                type(palette, "train 41");
                type(palette, "train 41733");
                press(palette, KeyCode.ENTER);
                return true;
            });
            assertThat(ran).as("nothing was found yet").isEmpty();
            busy.countDown();

            assertThat(ran.poll(20, TimeUnit.SECONDS)).isEqualTo("train-41733-worker");
            assertThat(Stage.<Boolean>fx(palette::isOpen)).isFalse();
            assertThat(offeredOnFxThread).containsExactly(false);
        }
    }

    @Test
    void whoGoesOnTypingAfterEnterWantsSomethingElse() throws Exception {
        try (var background = Executors.newSingleThreadExecutor()) {
            background.execute(() -> {
                try {
                    busy.await();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
            var palette = Stage.fx(
                    () -> new CommandPalette(this::pods, new LatestValue<>(OpenableClusterList.empty()), background));
            Stage.fx(() -> {
                palette.open();
                type(palette, "train-7-");
                press(palette, KeyCode.ENTER);
                type(palette, "train-49999");
                return true;
            });
            busy.countDown();
            tessera.cluster.fixture.Seen.await(
                    () -> Stage.<Boolean>fx(() -> palette.node().lookup("#palette-list") instanceof ListView<?> list
                            && list.getItems().size() == 1));

            assertThat(ran).isEmpty();
        }
    }

    private double height(CommandPalette palette, String typed, int found) throws InterruptedException {
        Stage.fx(() -> {
            type(palette, typed);
            return true;
        });
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (Stage.fx(() -> list(palette).getItems().size()) != found && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return Stage.fx(() -> {
            palette.node().applyCss();
            palette.node().layout();
            return list(palette).prefHeight(-1);
        });
    }

    private static ListView<?> list(CommandPalette palette) {
        return (ListView<?>) palette.node().lookup("#palette-list");
    }

    @Test
    void thePaletteIsAsHighAsWhatItFinds() throws Exception {
        try (var background = Executors.newSingleThreadExecutor()) {
            var palette = Stage.fx(
                    () -> new CommandPalette(this::pods, new LatestValue<>(OpenableClusterList.empty()), background));
            Stage.draw(palette.node(), ColorTheme.DARK, 1280, 800);
            Stage.fx(() -> {
                palette.open();
                return true;
            });
            assertThat(height(palette, "train-", 50)).isEqualTo(420);
            assertThat(height(palette, "train-49999-worker", 1)).isLessThan(60);
        }
    }
}
