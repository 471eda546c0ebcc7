package tessera.ui.terminal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.exec.ExecExitStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** A terminal shows what programs write, however they write it, and survives what no program should. */
@ExtendWith(ApplicationExtension.class)
class TerminalScreenTest {

    @TempDir
    private Path folder;
    private final TerminalExecConnection connection = new TerminalExecConnection();
    private TerminalScreen screen;

    @Start
    void open(Stage stage) {
        screen = new TerminalScreen();
        stage.setScene(new Scene(new StackPane(screen.node()), 900, 400));
        stage.show();
        screen.showSession(connection);
    }

    @AfterEach
    void close() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            screen.clear();
            connection.close();
        });
    }

    private void write(String text) {
        connection.onOutput(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> lines() {
        return WaitForAsyncUtils.waitForAsyncFx(60_000, screen::lines);
    }

    private void eventually(String line) throws Exception {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> lines().contains(line));
    }

    @Test
    void aLetterThatComesInPiecesIsOneLetter() throws Exception {
        for (byte each : "grün € 𝄞 ─┼─\r\nend\r\n".getBytes(StandardCharsets.UTF_8)) {
            connection.onOutput(new byte[] {each});
        }
        eventually("end");
        assertThat(lines()).first().isEqualTo("grün € 𝄞 ─┼─");
    }

    @Test
    void coloursMovesAndOtherScreensLeaveTheTextThatProgramsMean() throws Exception {
        write("\u001b[1;38;5;208mwarm\u001b[0m \u001b[48;2;1;2;3mdark\u001b[m\r\n");
        write("12345\b\b\u001b[Kxy\r\n");
        write("\u001b[?1049hfull screen\u001b[?1049l");
        write("\u001b]0;a title\u0007\u001b[10Cfar\r\n\u001b[?25l\u001b[?25hend\r\n");
        eventually("end");
        assertThat(lines()).startsWith("warm dark", "123xy", "          far");
    }

    @Test
    void whatNoProgramShouldWriteDoesNotEndIt() throws Exception {
        var random = new Random(7);
        for (int round = 0; round < 40; round++) {
            var noise = new byte[500];
            random.nextBytes(noise);
            connection.onOutput(noise);
        }
        write("\u001b[999999999;999999999H\u001b[2147483648A\u001b[;;;;;;m\u001b[38;5m\u001b]8;;\u001b\\");
        write("\u001b[99999b\u001bP\u001b\\\u001b[?9999h\u001b[1;1r\u001b[5000L\u001b[5000M\u001b[5000@");
        write("\u0018\u001bc\u001b[!p\u001b[2J\u001b[Hstill here\r\n");
        eventually("still here");
    }

    @Test
    void noNumberMakesItStandStill() throws Exception {
        for (char last = '@'; last <= '~'; last++) {
            for (var kind : List.of("", "?", ">")) {
                write("\u001b[" + kind + "2147483647;2147483647" + last);
            }
        }
        write("\u001b[!p\u001bc\u001b[2J\u001b[Hstill here\r\n");
        eventually("still here");
    }

    @Test
    void noiseThatLooksLikeEscapesDoesNotEndIt() throws Exception {
        var letters = "\u001b\u001b\u001b\u001b[[[[]]PX_^k#()%0123456789;;:?><=!$ \"hlmABCDEFGHJKLMPSTXZ@`abcdfgnpqrstux{|}~"
                + "\u0007\b\r\n\t\u000e\u000f\u0018\u009b\u009d\u009cé漢🎉x";
        var random = new Random(11);
        for (int round = 0; round < 40; round++) {
            var noise = new StringBuilder();
            random.ints(5000, 0, letters.length()).forEach(at -> noise.append(letters.charAt(at)));
            write(noise + "\u0018\u001b\\\u001bc\u001b[!p\u001b[2J\u001b[Hround " + round + "\r\n");
            eventually("round " + round);
        }
    }

    @Test
    void whatATerminalDoesNotKnowIsNotPrinted() throws Exception {
        write("a\u001b[2 qb\u001b[<uc\u001b[?2026$pd\u001b[4:3me\u001b[38:2::1:2:3mf\u001b[mg\u001b_Gi=1;AAAA\u001b\\h\r\n");
        eventually("abcdefgh");
    }

    @Test
    void longLinesAreWholeInAFileAndTheLastOfManyAreKept() throws Exception {
        write("x".repeat(300) + "\r\n");
        eventually("x".repeat(300));
        var many = new StringBuilder();
        for (int number = 0; number < 12_000; number++) {
            many.append(number).append("\r\n");
        }
        // More than is on its way at once waits for the terminal.
        for (var piece : many.toString().split("(?<=\n)", -1)) {
            write(piece);
        }
        eventually("11999");
        assertThat(lines()).hasSizeBetween(10_000, 10_100);
        connection.onExit(new ExecExitStatus.ProcessExit(0));
        var file = folder.resolve("name with spaces.txt");
        TerminalOutputSaver.writeLines(file, lines());
        assertThat(Files.readAllLines(file)).last().isEqualTo("11999");
    }
}
