package tessera.app.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.ui.CrashReportFolder.CrashSummary;

import static org.assertj.core.api.Assertions.assertThat;

/** Whoever closed the message about a defect still finds what is known of it. */
class CrashReportStoreTest {

    private static final Instant FIRST = Instant.parse("2026-11-22T02:50:00Z");

    @TempDir
    private Path folder;

    private void fails(Instant at, RuntimeException defect) {
        new CrashReportWriter(folder, Clock.fixed(at, ZoneOffset.UTC), _ -> {}).report("main", defect);
    }

    @Test
    void reportsOfEarlierRunsAreListedTheNewestFirst() throws Exception {
        fails(FIRST, new IllegalStateException("a tile without a node"));
        fails(FIRST.plusSeconds(60), new IllegalArgumentException());
        Files.writeString(folder.resolve("notes.txt"), "of somebody else");
        Files.createDirectory(folder.resolve("crash-dumps"));

        var reports = new CrashReportStore(folder).reports();

        assertThat(reports).extracting(CrashSummary::at).containsExactly(FIRST.plusSeconds(60), FIRST);
        assertThat(reports).extracting(CrashSummary::kind).containsExactly("java.lang.IllegalArgumentException",
                "java.lang.IllegalStateException: a tile without a node");
        assertThat(reports.getLast().text()).contains("version  tessera", "CrashReportStoreTest");
    }

    @Test
    void whereNothingEverFailedThereIsNone() throws Exception {
        assertThat(new CrashReportStore(folder.resolve("crashes")).reports()).isEmpty();
    }

    @Test
    void aReportThatSomebodyWroteInIsListedAllTheSame() throws Exception {
        Files.writeString(folder.resolve("crash-20261122T025000Z.txt"), "time     yesterday\n");

        assertThat(new CrashReportStore(folder).reports()).singleElement()
                .satisfies(report -> assertThat(report.kind()).isEqualTo("crash-20261122T025000Z.txt"));
    }
}
