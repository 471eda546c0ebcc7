package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javafx.geometry.VerticalDirection;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.cluster.fixture.ScriptedServer.Exchange;

import static org.assertj.core.api.Assertions.assertThat;

/** Queries in a user's hands, asked of a Prometheus over HTTP. */
@ExtendWith(ApplicationExtension.class)
class PromqlTest extends QueriedPane {

    PromqlTest() throws Exception {
        super(ChartTimeSpan.DAY);
        prometheus.answer(PromqlTest::answer);
    }

    @Start
    void open(Stage stage) {
        show(stage, 1100, 700);
    }

    private static void answer(Exchange exchange) throws Exception {
        var path = exchange.path();
        var query = ScriptedPrometheus.parameters(exchange).getOrDefault("query", "");
        if (path.endsWith("/label/__name__/values")) {
            exchange.json(200, "{\"status\":\"success\",\"data\":[\"DCGM_FI_DEV_GPU_TEMP\",\"up\"]}");
        } else if (path.endsWith("/labels")) {
            exchange.json(200, "{\"status\":\"success\",\"data\":[\"__name__\",\"Hostname\",\"gpu\"]}");
        } else if (query.equals("many")) {
            var series = new HashMap<String, Double>();
            for (int number = 0; number < 70; number++) {
                series.put("\"number\":\"%d\",\"job\":\"all\"".formatted(number), (double) number);
            }
            exchange.json(200, ScriptedPrometheus.matrix(exchange, series));
        } else if (query.equals("blank")) {
            var name = "\"__name__\":\"DCGM_FI_DEV_GPU_TEMP\",\"gpu\":\"%d\"";
            exchange.json(200, ScriptedPrometheus.matrix(exchange,
                    Map.of(name.formatted(0), 2147483632.0, name.formatted(1), 51.0)));
        } else if (query.equals("none")) {
            exchange.json(200, "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]},"
                    + "\"warnings\":[\"one store did not answer\"]}");
        } else if (query.equals("up * up")) {
            exchange.json(422, "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"found duplicate series "
                    + "for the match group {job=\\\"dcgm\\\"} on the right hand-side of the operation\"}");
        } else {
            exchange.json(400, "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"1:4: parse error: "
                    + "unexpected end of input\"}");
        }
    }

    private static void await(BooleanSupplier condition) throws TimeoutException {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> WaitForAsyncUtils.asyncFx(condition::getAsBoolean).get());
    }

    private boolean says(String text) {
        return root.lookupAll(".placeholder .label").stream()
                .anyMatch(label -> ((Label) label).getText().contains(text));
    }

    private TextField field() {
        return (TextField) root.lookup("#promql-field");
    }

    private ListView<?> offers() {
        return (ListView<?>) root.lookup("#promql-offers");
    }

    private void run(FxRobot robot, String query) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> field().setText(query));
        robot.push(KeyCode.ENTER);
    }

    @Test
    void theSixtyFourGreatestOfManySeriesAreDrawnAndTheRestIsTold(FxRobot robot) throws Exception {
        run(robot, "many");
        await(() -> pane.chart().lines().size() == 64);

        assertThat(pane.chart().lines().getFirst().title()).isEqualTo("number=69");
        assertThat(((Label) root.lookup("#promql-source")).getText()).isEqualTo("Source: " + ScriptedPrometheus.NAME
                + "  ·  one value every 2 min  ·  64 of 70 series, the highest values");
        assertThat(prometheus.questions().getLast()).containsEntry("query", "many");
    }

    @Test
    void blanksOfAnExporterAreNotDrawn(FxRobot robot) throws Exception {
        run(robot, "blank");

        await(() -> pane.chart().lines().size() == 1);
        assertThat(pane.chart().panels().getFirst().series().getFirst().max()).isEqualTo(51);
    }

    @Test
    void whatTheServerDoesNotUnderstandIsToldInItsWords(FxRobot robot) throws Exception {
        run(robot, "sum(");
        await(() -> says("1:4: parse error: unexpected end of input"));

        run(robot, "up * up");
        await(() -> says("found duplicate series for the match group {job=\"dcgm\"} on the right hand-side"));

        run(robot, "none");
        await(() -> says("warning: one store did not answer"));
    }

    @Test
    void namesAreOfferedWhileOneTypesAndTabTakesThem(FxRobot robot) throws Exception {
        robot.write("avg by (");
        robot.write("Ho");
        await(() -> offers().isVisible() && offers().getItems().getFirst().equals("Hostname"));
        robot.push(KeyCode.TAB);
        assertThat(field().getText()).isEqualTo("avg by (Hostname");

        robot.write(") (GPU_T");
        await(() -> offers().isVisible() && offers().getItems().getFirst().equals("DCGM_FI_DEV_GPU_TEMP"));
        robot.push(KeyCode.ESCAPE);
        assertThat(offers().isVisible()).isFalse();
        assertThat(prometheus.questions()).as("not one with every letter").hasSizeLessThan(6);
    }

    @Test
    void whatWasAskedBeforeComesBack(FxRobot robot) throws Exception {
        run(robot, "many");
        run(robot, "none");

        robot.push(KeyCode.UP);
        robot.push(KeyCode.UP);
        assertThat(field().getText()).isEqualTo("many");
        robot.push(KeyCode.DOWN);
        robot.push(KeyCode.DOWN);
        assertThat(field().getText()).isEmpty();
    }

    private Instant start() {
        return Instant.ofEpochSecond((long) Double.parseDouble(prometheus.questions().getLast().get("start")));
    }

    @Test
    void anotherTimeIsAskedForAnew(FxRobot robot) throws Exception {
        run(robot, "many");
        await(() -> pane.chart().lines().size() == 64);

        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> span.set(ChartTimeSpan.HOUR));
        await(() -> pane.chart().frame().length().equals(ChartTimeSpan.HOUR.length()));

        assertThat(prometheus.questions().getLast()).containsEntry("step", "30.000");

        int asked = prometheus.questions().size();
        // The window system of tests takes down for up, and tells of a turn three times.
        robot.moveTo("#promql-chart").scroll(3, VerticalDirection.DOWN);
        await(() -> pane.chart().frame().length().compareTo(Duration.ofMinutes(35)) < 0);
        var close = pane.chart().frame();
        var oneStepBefore = close.from().minusSeconds(30);
        await(() -> !start().isBefore(oneStepBefore) && !start().isAfter(close.from()));
        assertThat(prometheus.questions()).as("not one for every turn").hasSizeLessThan(asked + 3);
    }
}
