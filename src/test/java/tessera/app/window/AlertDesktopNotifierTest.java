package tessera.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.Alert.AlertTimes;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.app.platform.DesktopNotificationProgram;
import tessera.app.platform.DesktopNotifier;
import tessera.app.window.MainWindow.AlertDesktopNotifier;
import tessera.gpu.Sample;
import tessera.settings.DesktopNotificationThreshold;
import tessera.settings.UserSettings;
import tessera.text.ForeignMessage;
import tessera.ui.StillDesk;
import tessera.ui.UserSettingsAccess.CurrentSettings;
import tessera.ui.alerts.NewAlertsNotification;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of a new alert while the user looks at something else: programs of desktops that write down what they were told. */
@DisabledOnOs(OS.WINDOWS)
class AlertDesktopNotifierTest {

    private static final Instant OPENED = Instant.parse("2026-11-22T08:00:00Z");

    @TempDir
    private Path folder;

    private final StillDesk desk = new StillDesk(new Sample().snapshot());
    private final BlockingQueue<NewAlertsNotification> window = new LinkedBlockingQueue<>();

    @BeforeEach
    void wanted() {
        settle(DesktopNotificationThreshold.WARNING);
        judged(0);
    }

    private void settle(DesktopNotificationThreshold settings) {
        var defaultSettings = UserSettings.DEFAULTS;
        desk.settled
                .set(new CurrentSettings(
                        new UserSettings(defaultSettings.readOnly(), defaultSettings.accelerators(),
                                defaultSettings.kubeconfigs(), defaultSettings.contexts(), defaultSettings.appearance(),
                                defaultSettings.alerts(), defaultSettings.historyMegabytes(), settings),
                        "", List.of()));
    }

    private static Alert alert(int gpu, AlertOrFindingSeverity alertOrFindingSeverity) {
        var since = OPENED.plusSeconds(90);
        var subject = new AlertSubject("h100-04", "GPU-" + gpu, "GPU " + gpu, -1, "", "");
        return new Alert("gpu-temperature-critical", "GPU is too hot", alertOrFindingSeverity, subject,
                AlertState.FIRING, new AlertTimes(since, since, null, null), null,
                new ForeignMessage("GPU %d of h100-04 is at 93 °C, <limit> & more".formatted(gpu)), List.of(),
                List.of(), "");
    }

    private void judged(int second, Alert... active) {
        desk.alertFeed.publish(new AlertSnapshot(OPENED.plusSeconds(second), List.of(active), List.of(), List.of()));
    }

    /** Told in one write, so that nobody reads half of it. */
    private void install(DesktopNotificationProgram program, int exit) throws IOException {
        var script = Files.writeString(folder.resolve(program.programName()),
                """
                        #!/bin/sh
                        { for word; do printf '%%s\\n' "$word"; done; printf '%%s\\n' "$DISPLAY"; env | grep TESSERA_; } > "$TOLD.part"
                        mv "$TOLD.part" "$TOLD"
                        exit %d
                        """
                        .formatted(exit));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path told() {
        return folder.resolve("told.txt");
    }

    private AlertDesktopNotifier notices() {
        return notices(DesktopNotificationProgram.NOTIFY_SEND, "PATH");
    }

    private AlertDesktopNotifier notices(DesktopNotificationProgram program, String path) {
        return new AlertDesktopNotifier(desk, new DesktopNotifier(
                Map.of(path, "/nowhere:" + folder + ":/usr/bin:/bin", "TOLD", told().toString(), "DISPLAY", ":7"),
                program), window::add);
    }

    private String written() throws IOException {
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> Files.exists(told()));
        } catch (TimeoutException late) {
            throw new AssertionError("the desktop was told nothing", late);
        }
        return Files.readString(told());
    }

    private NewAlertsNotification shown() throws InterruptedException {
        var notification = window.poll(60, TimeUnit.SECONDS);
        assertThat(notification).as("what the window shows").isNotNull();
        return notification;
    }

    @Test
    void theDesktopIsToldOfANewAlertAsItsUserWouldReadIt() throws IOException {
        install(DesktopNotificationProgram.NOTIFY_SEND, 0);
        try (var _ = notices()) {
            judged(90, alert(3, AlertOrFindingSeverity.CRITICAL));

            assertThat(written()).isEqualTo("""
                    --app-name=Tessera
                    --urgency=critical
                    --
                    GPU is too hot – prod-eu
                    GPU 3 of h100-04 is at 93 °C, &lt;limit&gt; &amp; more
                    :7
                    """);
        }
        assertThat(window).isEmpty();
    }

    @Test
    void aMacIsToldByAScriptThatTakesNamesForNamesOnly() throws IOException {
        install(DesktopNotificationProgram.OSASCRIPT, 0);
        try (var _ = notices(DesktopNotificationProgram.OSASCRIPT, "PATH")) {
            judged(90, alert(3, AlertOrFindingSeverity.CRITICAL));

            assertThat(written()).isEqualTo("""
                    -e
                    on run argv
                    -e
                    display notification (item 3 of argv) with title (item 1 of argv) subtitle (item 2 of argv) sound \
                    name "Sosumi"
                    -e
                    end run
                    Tessera
                    GPU is too hot – prod-eu
                    GPU 3 of h100-04 is at 93 °C, <limit> & more
                    :7
                    """);
        }
    }

    @Test
    void windowsIsToldByAScriptThatReadsNamesFromItsEnvironment() throws IOException {
        install(DesktopNotificationProgram.POWERSHELL, 0);
        try (var _ = notices(DesktopNotificationProgram.POWERSHELL, "Path")) {
            judged(90, alert(3, AlertOrFindingSeverity.CRITICAL));

            var lines = written().lines().toList();
            assertThat(lines).startsWith("-NoProfile", "-NonInteractive", "-Command").contains(
                    "TESSERA_NOTICE_TITLE=GPU is too hot – prod-eu",
                    "TESSERA_NOTICE_TEXT=GPU 3 of h100-04 is at 93 °C, <limit> & more");
            assertThat(lines.get(3)).as("what Windows would quote").doesNotContain("\"", "GPU is too hot")
                    .contains("CreateTextNode($env:TESSERA_NOTICE_TEXT)");
        }
    }

    @Test
    void eachSystemHasItsOwnProgram() {
        assertThat(DesktopNotificationProgram.forSystem("Linux")).isEqualTo(DesktopNotificationProgram.NOTIFY_SEND);
        assertThat(DesktopNotificationProgram.forSystem("Mac OS X")).isEqualTo(DesktopNotificationProgram.OSASCRIPT);
        assertThat(DesktopNotificationProgram.forSystem("Windows 11")).isEqualTo(DesktopNotificationProgram.POWERSHELL);
    }

    @Test
    void manyAlertsAreOneNotice() throws IOException {
        install(DesktopNotificationProgram.NOTIFY_SEND, 0);
        try (var _ = notices()) {
            judged(90, IntStream.range(0, 8).mapToObj(gpu -> alert(gpu, AlertOrFindingSeverity.WARNING))
                    .toArray(Alert[]::new));

            assertThat(written().lines().skip(1)).startsWith("--urgency=normal", "--", "8 new alerts – prod-eu",
                    "GPU 0 of h100-04 is at 93 °C, &lt;limit&gt; &amp; more").contains("and 5 more").hasSize(8);
        }
    }

    @Test
    void theWindowShowsItWhereThereIsNoDesktopToTell() throws InterruptedException {
        try (var _ = notices()) {
            judged(90, alert(3, AlertOrFindingSeverity.WARNING));

            assertThat(shown()).isEqualTo(new NewAlertsNotification("GPU is too hot – prod-eu",
                    "GPU 3 of h100-04 is at 93 °C, <limit> & more", false));
        }
    }

    @Test
    void theWindowShowsItWhereTheDesktopTookNothing() throws Exception {
        install(DesktopNotificationProgram.NOTIFY_SEND, 1);
        try (var _ = notices()) {
            judged(90, alert(3, AlertOrFindingSeverity.CRITICAL));

            assertThat(shown().urgent()).isTrue();
        }
    }

    @Test
    void anotherClusterIsLookedAtWithFreshEyes() throws InterruptedException {
        try (var _ = notices()) {
            desk.alertFeed.switchCluster("research-us");
            judged(90, alert(3, AlertOrFindingSeverity.CRITICAL));
            judged(100, alert(3, AlertOrFindingSeverity.CRITICAL));
            judged(200, alert(3, AlertOrFindingSeverity.CRITICAL), alert(4, AlertOrFindingSeverity.CRITICAL));

            assertThat(shown().text()).as("GPU 3 was hot already").startsWith("GPU 4 ");
        }
    }

    @Test
    void nobodyIsToldUnlessItWasSettled() throws InterruptedException {
        settle(DesktopNotificationThreshold.OFF);
        try (var _ = notices()) {
            judged(90, alert(3, AlertOrFindingSeverity.CRITICAL));
            settle(DesktopNotificationThreshold.CRITICAL);
            judged(200, alert(3, AlertOrFindingSeverity.CRITICAL), alert(4, AlertOrFindingSeverity.CRITICAL));

            assertThat(shown().text()).startsWith("GPU 4 ");
        }
        assertThat(window).isEmpty();
    }
}
