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
import tessera.logs.ContainerLogReadStatus;
import tessera.logs.LogBuffer;
import tessera.logs.LogLineConsumer;
import tessera.logs.LogSearchPattern;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.logs.PodLogFeed.LogSearchIndex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What is listed of a log, what is said where nothing is, and what leaves the window. */
class LogsInSightTest {

    private static final Instant NOW = Instant.parse("2026-11-22T02:00:00Z");

    @TempDir
    private Path folder;
    private final LogBuffer buffer = new LogBuffer(1);

    private void write(String text, boolean continues) {
        buffer.acceptLine(new LogLineConsumer.LogLinePart(0, NOW.getEpochSecond() * 1_000_000_000L, continues, true,
                ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
    }

    private static List<Long> numbers(DisplayedLogLines rows) {
        return LongStream.range(0, rows.count()).mapToObj(rows::lineNumberAt).toList();
    }

    private LogPaneState state(long lines, ContainerLogReadStatus... standings) {
        return new LogPaneState(buffer, new DisplayedLogLines.UnfilteredLogLines(0, lines), Optional.empty(), false, 0,
                lines, List.of("main", "side"), List.of(standings));
    }

    @Test
    void linesThatHaveWhatIsSoughtAreListedAsTheyComeAndForgottenAsTheyAreDropped() {
        var index = new LogSearchIndex(buffer, LogSearchPattern.fromInput("needle"));
        for (int number = 0; number < 5_000; number++) {
            write(number % 100 == 7 ? "a \u001b[31mnee\u001b[0mdle " + number : "hay " + number, false);
        }
        assertThat(index.catchUp()).as("there is more").isTrue();
        while (index.catchUp()) {
            assertThat(index.matchingRows().count()).isPositive();
        }
        assertThat(numbers(index.matchingRows())).hasSize(50).startsWith(7L, 107L).endsWith(4_907L);
        assertThat(index.matchingRows().rowOfLine(108)).isEqualTo(2);
        var before = index.matchingRows();
        for (int number = 0; number < 100_000; number++) {
            write("needle", false);
        }
        while (index.catchUp()) {
            assertThat(index.matchingRows().count()).isPositive();
        }
        assertThat(numbers(before)).as("what was handed out stays").startsWith(7L, 107L).hasSize(50);
        assertThat(numbers(index.matchingRows())).first().isEqualTo(buffer.firstNumber());
        assertThat(index.matchingRows().count()).isEqualTo(buffer.endNumber() - buffer.firstNumber());
    }

    @Test
    void aLogAndAllThatIsFoundInItStayWithinBoundsHoweverShortItsLinesAre() {
        var whole = new LogBuffer(LogBuffer.USUAL);
        var index = new LogSearchIndex(whole, LogSearchPattern.fromInput("x"));
        var text = ByteBuffer.wrap("x".getBytes(StandardCharsets.UTF_8));
        long maximum = 0;
        for (int portion = 0; portion < 60; portion++) {
            for (int number = 0; number < 50_000; number++) {
                whole.acceptLine(new LogLineConsumer.LogLinePart(0, 0, false, true, text.duplicate()));
            }
            while (index.catchUp()) {
                // What is shown may hold the numbers from before they were renewed.
                maximum = Math.max(maximum, whole.retainedBytes() + 2 * index.retainedBytes());
            }
        }
        assertThat(whole.firstNumber()).as("some were dropped").isPositive();
        assertThat(index.matchingRows().count()).isEqualTo(whole.endNumber() - whole.firstNumber());
        assertThat(index.matchingRows().lineNumberAt(index.matchingRows().count() - 1))
                .isEqualTo(whole.endNumber() - 1);
        assertThat(maximum).isLessThan(64L << 20);
    }

    @Test
    void aFileSaysWhatIsNotInItAnyMore() throws Exception {
        for (int number = 0; buffer.firstNumber() == 0; number++) {
            write("line %d %s".formatted(number, "x".repeat(2_000)), false);
        }
        var file = folder.resolve("long.log");
        LogSaver.write(file, buffer, new DisplayedLogLines.UnfilteredLogLines(buffer.firstNumber(), buffer.endNumber()),
                new LogLineAppearance(false, false, List.of("main"), Optional.empty(), ZoneOffset.UTC));

        assertThat(Files.readAllLines(file)).first().asString()
                .matches("--- \\d+ lines before these dropped: only the newest 32 MB are kept");
    }

    @Test
    void aFileGetsLinesWithoutWhatATerminalWouldObeyAndLongOnesWhole() throws Exception {
        write("\u001b[2J\u001b[1;31mred\u001b[0m", false);
        write("long ", false);
        write("line", true);
        buffer.acceptNote(0, "It was cut here");
        var file = folder.resolve("pod.log");
        var rows = new DisplayedLogLines.UnfilteredLogLines(buffer.firstNumber(), buffer.endNumber());
        LogSaver.write(file, buffer, rows,
                new LogLineAppearance(false, false, List.of("main"), Optional.empty(), ZoneOffset.UTC));
        assertThat(file).hasContent("red\nlong line\n--- It was cut here\n");
        LogSaver.write(file, buffer, rows,
                new LogLineAppearance(true, false, List.of("main", "side"), Optional.empty(), ZoneOffset.UTC));
        assertThat(Files.readAllLines(file)).first().isEqualTo("[main] 2026-11-22T02:00:00Z red");
    }

    @Test
    void whyAFileCannotBeWrittenIsSaidInWords() throws Exception {
        write("line", false);
        var taken = Files.createDirectory(folder.resolve("a folder"));
        assertThat(refusal(folder.resolve("nowhere/pod.log"))).startsWith("Cannot write ")
                .endsWith("pod.log: no such folder");
        assertThat(refusal(taken)).endsWith("a folder: Is a directory");
    }

    private String refusal(Path file) {
        return catchThrowableOfType(ProblemException.class,
                () -> LogSaver.write(file, buffer,
                        new DisplayedLogLines.UnfilteredLogLines(buffer.firstNumber(), buffer.endNumber()),
                        new LogLineAppearance(false, false, List.of("main"), Optional.empty(), ZoneOffset.UTC)))
                .problem().problemText();
    }

    @Test
    void whatKeepsALogFromSightIsSaidInTheServersWords() {
        var forbidden = Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not get pods/log")
                .withDetail("User \"ann\" cannot");
        assertThat(state(0, new ContainerLogReadStatus.RequestingLogStatus(),
                new ContainerLogReadStatus.RefusedLogStatus(forbidden)).notice())
                .contains(EmptyScreenNotice.ofProblem(forbidden)).get().extracting(EmptyScreenNotice::kind)
                .isEqualTo(EmptyScreenNotice.NoDataReason.FORBIDDEN);
        assertThat(state(0, new ContainerLogReadStatus.RequestingLogStatus()).notice().orElseThrow().kind())
                .isEqualTo(EmptyScreenNotice.NoDataReason.LOADING);
        assertThat(state(0, new ContainerLogReadStatus.WaitingLogStatus("ContainerCreating")).notice().orElseThrow()
                .message()).isEqualTo("ContainerCreating");
        assertThat(state(0, new ContainerLogReadStatus.StreamingLogStatus()).notice().orElseThrow().title())
                .isEqualTo("No lines yet");
    }

    @Test
    void whileThereAreLinesTheyStayInSightWhateverHappens() {
        var state = state(3, new ContainerLogReadStatus.StreamingLogStatus(),
                new ContainerLogReadStatus.EndedLogStatus("The pod is no longer in the cluster"));
        assertThat(state.notice()).isEmpty();
        assertThat(state.summaryText()).isEqualTo("3 lines · side: The pod is no longer in the cluster");
        var cut = state(3, new ContainerLogReadStatus.InterruptedLogStatus(
                Problem.of(Problem.OperationProblemKind.UNREACHABLE, "Nobody answers")));
        assertThat(cut.isTroubled()).isTrue();
        assertThat(cut.summaryText()).isEqualTo("3 lines · interrupted: Nobody answers; retrying");
    }

    @Test
    void aMomentIsUnderstoodAsPeopleTypeIt() {
        var berlin = ZoneId.of("Europe/Berlin");
        assertThat(LogJumpTimeInputParser.parse("10m", NOW, berlin)).contains(NOW.minusSeconds(600));
        assertThat(LogJumpTimeInputParser.parse("2:30", NOW, berlin)).contains(Instant.parse("2026-11-22T01:30:00Z"));
        assertThat(LogJumpTimeInputParser.parse("14:05:30", NOW, berlin)).as("the last one that was")
                .contains(Instant.parse("2026-11-21T13:05:30Z"));
        assertThat(LogJumpTimeInputParser.parse("2026-11-20T00:00:00Z", NOW, berlin))
                .contains(Instant.parse("2026-11-20T00:00:00Z"));
        assertThat(LogJumpTimeInputParser.parse("later", NOW, berlin)).isEmpty();
        assertThat(LogJumpTimeInputParser.parse("", NOW, berlin)).isEmpty();
        assertThat(LogJumpTimeInputParser.parse("25:99", NOW, berlin)).isEmpty();
    }
}
