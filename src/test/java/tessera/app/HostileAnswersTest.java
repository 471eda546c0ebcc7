package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.ScriptedServer.Exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Answers that are well-formed and absurd: commands print what makes sense, or one line, and nothing is obeyed. */
@Timeout(180)
class HostileAnswersTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LARGEST = Long.toString(Long.MAX_VALUE);
    /** Characters that terminals obey, or that turn the reading order. */
    private static final Pattern OBEYED = Pattern
            .compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]");
    private static final String EVIL = "=cmd|'/c calc'!A1\\u202e\\u2066\\u200b\\u009b31m\\u001b]0;x\\u0007\\r\\n@SUM(1)";

    @TempDir
    Path home;

    private ScriptedCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new ScriptedCluster();
        cluster.putNode("n1");
        cluster.putPod("team", "p1", "n1");
    }

    @AfterEach
    void end() throws Exception {
        cluster.close();
    }

    private Program.Outcome run(String... words) throws Exception {
        var file = Files.writeString(home.resolve("config"), """
                current-context: x
                contexts: [{name: x, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "%s"}}]
                users: [{name: u, user: {token: t}}]
                """.formatted(cluster.server().address()));
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--kubeconfig", file.toString()));
        var outcome = new Program(home).with("XDG_DATA_HOME", home.resolve("data").toString())
                .run(all.toArray(String[]::new));
        assertThat(outcome.err()).doesNotContain("This program failed", "Exception", "\tat ");
        assertThat(home.resolve("data/tessera/crashes")).doesNotExist();
        return outcome;
    }

    private static boolean isList(Exchange exchange, String path) {
        return exchange.path().equals(path) && !exchange.watches();
    }

    /** Lists such objects in place of those of a collection. */
    private void list(String path, String... objects) {
        cluster.answer(exchange -> isList(exchange, path), exchange -> exchange.json(200,
                "{\"metadata\":{\"resourceVersion\":\"500\"},\"items\":[" + String.join(",", objects) + "]}"));
    }

    @Test
    void sumsOfLargestNumbersAreTheLargestAndNeverNegative() throws Exception {
        UnaryOperator<String> large = name -> ScriptedCluster.node(name)
                .replace("\"8\"", "\"" + LARGEST + "\",\"cpu\":\"1e30\",\"memory\":\"8Ei\"").replace("VERSION", "1");
        list("/api/v1/nodes", large.apply("n1"), large.apply("n2"), large.apply("n3"));

        var outcome = run("fleet", "-o", "json");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(JSON.readTree(outcome.out()).at("/gpus/total").asLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(outcome.out()).doesNotContain(": -");
    }

    @Test
    void sumsOfTheMostRestartsAreNeverNegative() throws Exception {
        var container = "{\"name\":\"%s\",\"restartCount\":2147483647,\"state\":{\"running\":{}}}";
        list("/api/v1/pods",
                ScriptedCluster.pod("team", "p1", "n1").replace("VERSION", "1").replace("\"phase\":\"Running\"",
                        "\"phase\":\"Running\",\"containerStatuses\":[" + container.formatted("c") + ","
                                + container.formatted("d") + "]"));

        assertThat(JSON.readTree(run("pods", "-o", "json").out()).findValue("restarts").asInt())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void podsOfOneNameAreOnePod() throws Exception {
        var pod = ScriptedCluster.pod("team", "p1", "n1").replace("VERSION", "1");
        list("/api/v1/pods", pod, pod.replace("\"n1\"", "\"\""), pod);

        assertThat(JSON.readTree(run("fleet", "-o", "json").out()).at("/gpus/allocated").asLong()).isEqualTo(1);
        assertThat(run("pods").out().lines().filter(line -> line.contains("p1"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z",
        "+999999999-12-31T23:59:59Z", "2026-02-30T25:61:61Z", ""})
    void timesThatNeverWereOrWillBeAreNoAges(String time) throws Exception {
        list("/api/v1/pods",
                ScriptedCluster.pod("team", "p1", "").replace("VERSION", "1\",\"creationTimestamp\":\"" + time)
                        .replace("\"phase\":\"Running\"", "\"phase\":\"Pending\",\"startTime\":\"" + time + "\""));

        var outcome = run("pods", "-o", "wide");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("p1").doesNotContain(" -1", "999999999");
    }

    @Test
    void whatIsWrittenIntoLabelsIsObeyedByNoTerminalAndNoSpreadsheet() throws Exception {
        list("/api/v1/nodes", ScriptedCluster.node("n1").replace("VERSION",
                "1\",\"labels\":{\"nvidia.com/gpu.product\":\"" + EVIL + "\"},\"uid\":\"u"));

        for (var form : List.of("table", "wide", "csv", "json")) {
            var outcome = run("fleet", "-o", form);
            assertThat(outcome.code()).as(outcome.err()).isZero();
            assertThat(OBEYED.matcher(outcome.out().replace("\r\n", "\n")).find()).as(form + ": " + outcome.out())
                    .isFalse();
            assertThat(outcome.out()).as(form).contains("calc");
        }
        assertThat(run("fleet", "-o", "csv").out()).doesNotContainPattern("(^|,)\"?[=@+-]cmd");
    }

    @Test
    void aServerThatWantsToBeAskedInTheNextAgeIsSaidToBeBusy() throws Exception {
        cluster.answer(exchange -> isList(exchange, "/api/v1/nodes"),
                exchange -> exchange.send(429, Map.of("Content-Type", "application/json", "Retry-After", LARGEST),
                        "{\"kind\":\"Status\",\"code\":429,\"message\":\"slow\"}".getBytes(UTF_8)));

        var outcome = run("fleet", "--timeout", "5");
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err().lines()).singleElement().asString().contains("429");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Fri, 31 Dec 9999 23:59:59 GMT", "Thu, 01 Jan 0001 00:00:00 GMT", "x"})
    void aServerOfAnotherAgeIsRead(String date) throws Exception {
        cluster.answer(exchange -> isList(exchange, "/api/v1/nodes"),
                exchange -> exchange.send(200, Map.of("Content-Type", "application/json", "Date", date),
                        ("{\"metadata\":{\"resourceVersion\":\"500\"},\"items\":["
                                + ScriptedCluster.node("n1").replace("VERSION", "1") + "]}").getBytes(UTF_8)));

        var outcome = run("fleet");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("n1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", "HTTP/1.1 999999 x\r\n\r\n"})
    void whatIsNoAnswerIsSaidInOneLine(String piece) throws Exception {
        cluster.answer(exchange -> isList(exchange, "/api/v1/nodes"),
                exchange -> exchange.raw(piece.repeat(1_000).getBytes(UTF_8)));

        var outcome = run("fleet", "--timeout", "5");
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err().lines()).hasSize(1);
    }

    /** Every page takes two thirds of the time-out, and all together take twice as long. */
    @Test
    void aServerThatIsSlowButGoesOnIsWaitedFor() throws Exception {
        cluster.answer(exchange -> isList(exchange, "/api/v1/nodes"), exchange -> {
            int page = exchange.query("continue").isEmpty() ? 0 : Integer.parseInt(exchange.query("continue"));
            LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
            exchange.json(200, "{\"metadata\":{\"resourceVersion\":\"500\",\"continue\":\"%s\"},\"items\":[%s]}"
                    .formatted(page == 2 ? "" : page + 1, ScriptedCluster.node("n" + page).replace("VERSION", "1")));
        });

        var outcome = run("fleet", "--timeout", "3");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("n0", "n1", "n2");
    }

    @Test
    void aContinueTokenOfMegabytesIsNotFollowed() throws Exception {
        cluster.answer(exchange -> isList(exchange, "/api/v1/nodes"),
                exchange -> exchange.json(200, "{\"metadata\":{\"resourceVersion\":\"500\",\"continue\":\""
                        + "t".repeat(8 << 20) + "\"},\"items\":[]}"));

        var outcome = run("fleet", "--timeout", "10");
        assertThat(outcome.err()).isNotBlank();
        assertThat(cluster.server().exchanges())
                .allSatisfy(exchange -> assertThat(exchange.target.length()).isLessThan(1 << 20));
    }

    @Test
    void aModelOfMegabytesInTheAnswerOfAPrometheusIsCut() throws Exception {
        var answer = """
                {"status":"success","data":{"version":"2.50.0","resultType":"vector","result":[{"metric":
                 {"__name__":"DCGM_FI_DEV_GPU_UTIL","gpu":"0","Hostname":"n1","UUID":"GPU-1","modelName":"%s"},
                 "value":[1700000000,"1"]}]}}""".formatted("m".repeat(3 << 20));
        try (var prometheus = ScriptedServer.start(exchange -> exchange.json(200, answer))) {
            var outcome = run("gpus", "--prometheus=" + prometheus.address());
            assertThat(outcome.out()).contains("mmm").hasSizeLessThan(20_000);
        }
    }
}
