package tessera.app.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is left behind when the program itself fails. */
class CrashReportWriterTest {

    private static final String CANARY = "c4n4ry";

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();

    private CrashReportWriter reports() {
        return reports(Instant.parse("2026-11-22T02:50:00Z"));
    }

    private CrashReportWriter reports(Instant at) {
        return new CrashReportWriter(folder, Clock.fixed(at, ZoneOffset.UTC), told::add);
    }

    @Test
    void whoeverReportsADefectFindsWhatIsKnownOfIt() throws Exception {
        var defect = new IllegalStateException("a tile without a node", new NullPointerException("node"));

        reports().uncaughtException(Thread.currentThread(), defect);

        var file = folder.resolve("crash-20261122T025000Z.txt");
        assertThat(told).singleElement().asString().contains("IllegalStateException", file.toString());
        assertThat(Files.readString(file)).contains("Nothing was sent", "version  tessera",
                "IllegalStateException: a tile without a node", "caused by java.lang.NullPointerException: node",
                "at " + CrashReportWriterTest.class.getName() + ".whoeverReportsADefectFindsWhatIsKnownOfIt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization: Bearer c4n4ryc4n4ryc4n4ry", "token=c4n4ry", "\"token\": \"c4n4ry\"",
        "password: c4n4ry", "https://admin:c4n4ry@cluster.example:6443/api", "client-secret=c4n4ry",
        "eyJhbGciOiJSUzI1NiJ9.eyJjNG40cnkiOiJjNG40cnkifQ.c4n4ry-c4n4ry",
        "-----BEGIN RSA PRIVATE KEY-----\nc4n4ryc4n4ry\n-----END RSA PRIVATE KEY-----",
        "Set-Cookie: session=c4n4ry; Path=/", "c4n4ryABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop0123456789"})
    void noSecretIsLeftBehindWhereverItStands(String secret) throws Exception {
        var defect = new IllegalStateException("asked with " + secret, new IllegalArgumentException(secret));
        defect.addSuppressed(new RuntimeException("after " + secret));

        var reports = reports();
        reports.report("thread for " + secret, defect);

        var report = reports.newestReport().get().orElseThrow();
        assertThat(report.text()).doesNotContain(CANARY).contains("(hidden)");
        assertThat(Files.readString(report.file().orElseThrow())).isEqualTo(report.text());
        assertThat(told.toString()).doesNotContain(CANARY);
    }

    @Test
    void theSameDefectIsWrittenDownOnce() throws Exception {
        var reports = reports();
        for (int time = 0; time < 5; time++) {
            reports.uncaughtException(Thread.currentThread(), defect());
        }

        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
        assertThat(told).hasSize(1);
    }

    private static RuntimeException defect() {
        return new IllegalStateException("again");
    }

    @Test
    void onlyTheNewestAreKept() throws Exception {
        Files.createDirectories(folder.resolve("crash-0").resolve("of-somebody-else"));
        for (int minute = 0; minute < 15; minute++) {
            var reports = reports(Instant.parse("2026-11-22T03:00:00Z").plusSeconds(60L * minute));
            reports.report("main", defect());
            assertThat(reports.newestReport().get().orElseThrow().file()).isPresent();
        }

        try (var files = Files.list(folder)) {
            assertThat(files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()))
                    .hasSize(CrashReportWriter.KEPT).contains("crash-20261122T031400Z.txt")
                    .doesNotContain("crash-20261122T030000Z.txt");
        }
    }

    @Test
    void whereNothingCanBeWrittenTheProgramGoesOnAndSaysAllItKnows() throws Exception {
        var blocked = Files.writeString(folder.resolve("file"), "");
        var reports = new CrashReportWriter(blocked.resolve("crashes"), Clock.systemUTC(), told::add);

        reports.report("main", new IllegalStateException("with token=" + CANARY));

        assertThat(reports.newestReport().get().orElseThrow().file()).isEmpty();
        assertThat(told).singleElement().asString()
                .contains("IllegalStateException", "(hidden)", "whereNothingCanBeWritten").doesNotContain(CANARY);
    }

    @Test
    void aDefectThatTheProgramGoesOnAfterIsReportedToo() {
        var reports = reports();
        var heard = reports.logHandler();
        heard.publish(noted("tessera.ui.ScreenUpdater", Level.WARNING, defect()));
        heard.publish(noted("okhttp3", Level.SEVERE, defect()));
        heard.publish(noted("tessera.ui.ScreenUpdater", Level.SEVERE, new IOException("nobody answers")));

        assertThat(reports.newestReport().get()).isEmpty();

        heard.publish(noted("tessera.ui.ScreenUpdater", Level.SEVERE, defect()));

        assertThat(reports.newestReport().get().orElseThrow().text()).contains("IllegalStateException: again");
    }

    private static LogRecord noted(String logger, Level level, Throwable thrown) {
        var entry = new LogRecord(level, "the fleet could not be shown");
        entry.setLoggerName(logger);
        entry.setThrown(thrown);
        return entry;
    }
}
