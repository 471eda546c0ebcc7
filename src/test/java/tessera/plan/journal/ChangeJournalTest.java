package tessera.plan.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.model.ProblemException;
import tessera.plan.journal.ChangeJournalEntry.JournalCluster;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What was changed from this machine is still there to read tomorrow. */
class ChangeJournalTest {

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("data").resolve("journal.jsonl");
    }

    private static ChangeJournalEntry entry(String run, JournalEvent event, String text) {
        return new ChangeJournalEntry("2026-01-01T00:00:00Z", run, event,
                new JournalCluster("prod", "https://prod:6443", "ops"), "cordon", text, List.of("nodes/a"),
                event == JournalEvent.ENDED ? "done" : "", "", List.of("a is cordoned"), "Uncordon a");
    }

    @Test
    void whatIsWrittenIsReadAgainInItsOrder() throws ProblemException {
        var journal = new ChangeJournal(file());
        var startEntry = entry("1", JournalEvent.BEGUN, "Cordon a\n“quoted”");
        var endEntry = entry("1", JournalEvent.ENDED, "Cordon a");
        journal.append(startEntry);
        journal.append(endEntry);

        assertThat(new ChangeJournal(file()).read()).isEqualTo(
                new ChangeJournal.ChangeJournalContent(List.of(startEntry.signedByThisProcess(), endEntry), 0));
    }

    @Test
    void whoHasNoJournalYetHasAnEmptyOne() throws ProblemException {
        assertThat(new ChangeJournal(file()).read()).isEqualTo(new ChangeJournal.ChangeJournalContent(List.of(), 0));
        assertThat(file()).doesNotExist();
    }

    @Test
    void nobodyElseMayReadIt() throws Exception {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "files have no modes here");
        new ChangeJournal(file()).append(entry("1", JournalEvent.BEGUN, "Cordon a"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file()))).isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void aLineCutShortByACrashCostsOnlyItself() throws Exception {
        var journal = new ChangeJournal(file());
        journal.append(entry("1", JournalEvent.BEGUN, "Cordon a"));
        var whole = Files.readString(file());
        for (int length = 1; length < whole.length() - 1; length++) {
            Files.writeString(file(), whole + whole.substring(0, length));
            journal.append(entry("2", JournalEvent.BEGUN, "Cordon b"));

            var content = journal.read();
            assertThat(content.entries()).extracting(ChangeJournalEntry::run).containsExactly("1", "2");
            assertThat(content.damagedLines()).isEqualTo(1);
        }
    }

    @Test
    void bytesThatAreNoTextAreALineThatCannotBeRead() throws Exception {
        var journal = new ChangeJournal(file());
        journal.append(entry("1", JournalEvent.BEGUN, "Cordon a"));
        Files.write(file(), new byte[] {(byte) 0xff, 0, '\n'}, StandardOpenOption.APPEND);
        journal.append(entry("1", JournalEvent.ENDED, "Cordon a"));

        assertThat(journal.read().entries()).hasSize(2);
        assertThat(journal.read().damagedLines()).isEqualTo(1);
    }

    @Test
    void severalWritersDoNotMixTheirLines() throws Exception {
        var journal = new ChangeJournal(file());
        var writers = IntStream.range(0, 8).mapToObj(writer -> CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 25; i++) {
                append(journal, writer + "-" + i);
            }
        })).toList();
        writers.forEach(CompletableFuture::join);

        assertThat(journal.read().entries()).extracting(ChangeJournalEntry::run).doesNotHaveDuplicates().hasSize(200);
        assertThat(journal.read().damagedLines()).isZero();
    }

    private static void append(ChangeJournal journal, String run) {
        try {
            journal.append(entry(run, JournalEvent.BEGUN, "Cordon a"));
        } catch (ProblemException problemException) {
            throw new AssertionError(problemException);
        }
    }

    @Test
    void aJournalThatCannotBeWrittenSaysSo() throws Exception {
        Files.createDirectories(file());

        assertThatThrownBy(() -> new ChangeJournal(file()).append(entry("1", JournalEvent.BEGUN, "Cordon a")))
                .isInstanceOf(ProblemException.class).hasMessageContaining("cannot be written");
    }

    @Test
    void aRunWithoutAnEndWasInterruptedAndItsOpenStepIsNamed() {
        var runs = JournaledPlanRun.groupByRun(
                List.of(entry("1", JournalEvent.BEGUN, "Drain a"), entry("1", JournalEvent.STEP_BEGUN, "Cordon a"),
                        entry("1", JournalEvent.STEP_ENDED, "Cordon a"), entry("1", JournalEvent.STEP_BEGUN, "Evict x"),
                        entry("2", JournalEvent.BEGUN, "Cordon b"), entry("2", JournalEvent.ENDED, "Cordon b")));

        assertThat(runs).extracting(JournaledPlanRun::resultWord).containsExactly("interrupted", "done");
        assertThat(JournaledPlanRun.groupByRun(List.of(entry("1", JournalEvent.BEGUN, "Drain a").signedByThisProcess()))
                .getFirst().resultWord()).as("this program is there").isEqualTo("running");
        assertThat(runs.getFirst().unfinishedSteps()).extracting(ChangeJournalEntry::text).containsExactly("Evict x");
    }
}
