package tessera.ui.logs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.logs.LogBuffer;
import tessera.logs.LogPattern;
import tessera.logs.LogSink;
import tessera.logs.LogStatus;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.ui.kit.ScreenNotice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What is listed of a log, what is said where nothing is, and what leaves the window. */
class LogsInSightTest {

    private static final Instant NOW = Instant.parse("2026-11-22T02:00:00Z");

    @TempDir
    private Path folder;
    private final LogBuffer buffer = new LogBuffer(1);

    private void write(String text, boolean continues) {
        buffer.line(new LogSink.LogPiece(0, NOW.getEpochSecond() * 1_000_000_000L, continues, true,
                ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }

    private static List<Long> numbers(LogRows rows) {
        return LongStream.range(0, rows.count()).mapToObj(rows::number).toList();
    }

    private LogState state(long lines, LogStatus... standings) {
        return new LogState(buffer, new LogRows.Every(0, lines), Optional.empty(), false, 0, lines,
                List.of("main", "side"), List.of(standings));
    }

    @Test
    void linesThatHaveWhatIsSoughtAreListedAsTheyComeAndForgottenAsTheyAreDropped() {
        var index = new LogIndex(buffer, LogPattern.typed("needle"));
        for (int number = 0; number < 5_000; number++) {
            write(number % 100 == 7 ? "a \u001b[31mnee\u001b[0mdle " + number : "hay " + number, false);
        }
        assertThat(index.catchUp()).as("there is more").isTrue();
        while (index.catchUp()) {
            assertThat(index.rows().count()).isPositive();
        }
        assertThat(numbers(index.rows())).hasSize(50).startsWith(7L, 107L).endsWith(4_907L);
        assertThat(index.rows().row(108)).isEqualTo(2);
        var before = index.rows();
        for (int number = 0; number < 100_000; number++) {
            write("needle", false);
        }
        while (index.catchUp()) {
            assertThat(index.rows().count()).isPositive();
        }
        assertThat(numbers(before)).as("what was handed out stays").startsWith(7L, 107L).hasSize(50);
        assertThat(numbers(index.rows())).first().isEqualTo(buffer.first());
        assertThat(index.rows().count()).isEqualTo(buffer.end() - buffer.first());
    }

    @Test
    void aLogAndAllThatIsFoundInItStayWithinBoundsHoweverShortItsLinesAre() {
        var whole = new LogBuffer(LogBuffer.USUAL);
        var index = new LogIndex(whole, LogPattern.typed("x"));
        var text = ByteBuffer.wrap("x".getBytes(StandardCharsets.UTF_8));
        long most = 0;
        for (int portion = 0; portion < 60; portion++) {
            for (int number = 0; number < 50_000; number++) {
                whole.line(new LogSink.LogPiece(0, 0, false, true, text.duplicate()));
            }
            while (index.catchUp()) {
                // What is shown may hold the numbers from before they were renewed.
                most = Math.max(most, whole.retained() + 2 * index.retained());
            }
        }
        assertThat(whole.first()).as("some were dropped").isPositive();
        assertThat(index.rows().count()).isEqualTo(whole.end() - whole.first());
        assertThat(index.rows().number(index.rows().count() - 1)).isEqualTo(whole.end() - 1);
        assertThat(most).isLessThan(64L << 20);
    }

    @Test
    void aFileSaysWhatIsNotInItAnyMore() throws Exception {
        for (int number = 0; buffer.first() == 0; number++) {
            write("line %d %s".formatted(number, "x".repeat(2_000)), false);
        }
        var file = folder.resolve("long.log");
        LogSaving.write(file, buffer, new LogRows.Every(buffer.first(), buffer.end()), new LogLooks(false, false,
                List.of("main"), Optional.empty(), ZoneOffset.UTC));

        assertThat(Files.readAllLines(file)).first().asString()
                .matches("--- \\d+ lines before these were read and are not kept: the newest 32 MB are");
    }

    @Test
    void aFileGetsLinesWithoutWhatATerminalWouldObeyAndLongOnesWhole() throws Exception {
        write("\u001b[2J\u001b[1;31mred\u001b[0m", false);
        write("long ", false);
        write("line", true);
        buffer.note(0, "It was cut here");
        var file = folder.resolve("pod.log");
        var rows = new LogRows.Every(buffer.first(), buffer.end());
        LogSaving.write(file, buffer, rows, new LogLooks(false, false, List.of("main"), Optional.empty(),
                ZoneOffset.UTC));
        assertThat(file).hasContent("red\nlong line\n--- It was cut here\n");
        LogSaving.write(file, buffer, rows, new LogLooks(true, false, List.of("main", "side"), Optional.empty(),
                ZoneOffset.UTC));
        assertThat(Files.readAllLines(file)).first().isEqualTo("[main] 2026-11-22T02:00:00Z red");
    }

    @Test
    void whyAFileCannotBeWrittenIsSaidInWords() throws Exception {
        write("line", false);
        var taken = Files.createDirectory(folder.resolve("a folder"));
        assertThat(refusal(folder.resolve("nowhere/pod.log")))
                .endsWith("pod.log could not be written: there is no such folder");
        assertThat(refusal(taken)).endsWith("a folder could not be written: Is a directory");
    }

    private String refusal(Path file) {
        return catchThrowableOfType(Failure.class, () -> LogSaving.write(file, buffer,
                new LogRows.Every(buffer.first(), buffer.end()),
                new LogLooks(false, false, List.of("main"), Optional.empty(), ZoneOffset.UTC))).problem().sentence();
    }

    @Test
    void whatKeepsALogFromSightIsSaidInTheServersWords() {
        var forbidden = new Problem(Problem.ProblemKind.FORBIDDEN, "You may not get pods/log", "User \"ann\" cannot",
                "");
        assertThat(state(0, new LogStatus.LogOpening(), new LogStatus.LogRefused(forbidden)).notice())
                .contains(ScreenNotice.failed(forbidden)).get().extracting(ScreenNotice::kind)
                .isEqualTo(ScreenNotice.NoticeKind.FORBIDDEN);
        assertThat(state(0, new LogStatus.LogOpening()).notice().orElseThrow().kind())
                .isEqualTo(ScreenNotice.NoticeKind.LOADING);
        assertThat(state(0, new LogStatus.LogWaiting("ContainerCreating")).notice().orElseThrow().words())
                .isEqualTo("ContainerCreating");
        assertThat(state(0, new LogStatus.LogStreaming()).notice().orElseThrow().title())
                .isEqualTo("Nothing was written yet");
    }

    @Test
    void whileThereAreLinesTheyStayInSightWhateverHappens() {
        var state = state(3, new LogStatus.LogStreaming(),
                new LogStatus.LogEnded("The pod is no longer in the cluster"));
        assertThat(state.notice()).isEmpty();
        assertThat(state.words()).isEqualTo("3 lines · side: The pod is no longer in the cluster");
        var cut = state(3, new LogStatus.LogInterrupted(Problem.of(Problem.ProblemKind.UNREACHABLE, "Nobody answers")));
        assertThat(cut.troubled()).isTrue();
        assertThat(cut.words()).isEqualTo("3 lines · cut off: Nobody answers; it is tried again");
    }

    @Test
    void aMomentIsUnderstoodAsPeopleTypeIt() {
        var berlin = ZoneId.of("Europe/Berlin");
        assertThat(JumpTime.parse("10m", NOW, berlin)).contains(NOW.minusSeconds(600));
        assertThat(JumpTime.parse("2:30", NOW, berlin)).contains(Instant.parse("2026-11-22T01:30:00Z"));
        assertThat(JumpTime.parse("14:05:30", NOW, berlin)).as("the last one that was")
                .contains(Instant.parse("2026-11-21T13:05:30Z"));
        assertThat(JumpTime.parse("2026-11-20T00:00:00Z", NOW, berlin))
                .contains(Instant.parse("2026-11-20T00:00:00Z"));
        assertThat(JumpTime.parse("later", NOW, berlin)).isEmpty();
        assertThat(JumpTime.parse("", NOW, berlin)).isEmpty();
        assertThat(JumpTime.parse("25:99", NOW, berlin)).isEmpty();
    }
}
