package tessera.ui.logs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import javafx.scene.layout.BorderPane;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.logs.LogBuffer;
import tessera.logs.LogLineConsumer;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;

/** What of a log is drawn where. */
class LogCanvasTest {

    private static final int WIDTH = 400;
    private static final int HEIGHT = 500;

    @ParameterizedTest
    @CsvSource({"false,500", "true,500", "true,3", "true,990"})
    void aLineThatIsGoneToIsInSightHoweverLongThoseAboveItAre(boolean wrap, long number) {
        Stage.start();
        var buffer = new LogBuffer(1);
        for (int line = 0; line < 1_000; line++) {
            var text = "line %d %s".formatted(line, "x".repeat(line % 7 == 0 ? 400 : 120));
            buffer.acceptLine(new LogLineConsumer.LogLinePart(0, 0, false, true,
                    ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
        }
        var canvas = Stage.fx(LogCanvas::new);
        var view = new BorderPane(canvas);
        Stage.fx(() -> {
            canvas.setAppearance(new LogLineAppearance(false, wrap, List.of("main"), Optional.empty(), ZoneOffset.UTC));
            canvas.show(buffer, new DisplayedLogLines.UnfilteredLogLines(buffer.firstNumber(), buffer.endNumber()));
            return true;
        });
        Stage.draw(view, ColorTheme.DARK, WIDTH, HEIGHT);
        var drawn = Stage.fx(() -> {
            canvas.goToLine(number);
            view.layout();
            return IntStream.range(0, HEIGHT).mapToObj(canvas::lineAt).flatMap(at -> at.stream().boxed()).distinct()
                    .toList();
        });

        assertThat(drawn).contains(number);
        assertThat(Stage.fx(() -> canvas.lineAt(0))).isNotEqualTo(OptionalLong.empty());
    }
}
