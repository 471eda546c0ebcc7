package tessera.metrics.prometheus;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.fixture.Nobody;
import tessera.cluster.fixture.ScriptedServer;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.model.Problem.OperationProblemKind;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.metrics.prometheus.Asking.INSTANT;

/** What becomes of refusals, and of answers that no Prometheus gives. */
class HostilePrometheusTest extends AskingTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"400|bad_data|INVALID|Prometheus cannot parse the query",
        "422|execution|INVALID|Prometheus could not evaluate the query",
        "503|timeout|TIMEOUT|Prometheus aborted the query", "503|canceled|TIMEOUT|Prometheus aborted the query",
        "503|unavailable|OVERLOADED|Prometheus is not ready", "500|internal|OVERLOADED|Could not query Prometheus",
        "404|not_found|NOT_FOUND|Could not query Prometheus",
        "429|too_many_requests|OVERLOADED|Could not query Prometheus",
        "200|bad_data|INVALID|Prometheus cannot parse the query"})
    void aRefusalIsToldInTheServersWords(int status, String type, OperationProblemKind kind, String headline) {
        asking.answers(status, "application/json", "{\"status\":\"error\",\"errorType\":\"" + type
                + "\",\"error\":\"1:4: parse error: <x>\",\"data\":[1]}");

        var problem = asking.failing(INSTANT);

        assertThat(problem.kind()).isEqualTo(kind);
        assertThat(problem.headline()).isEqualTo(headline);
        assertThat(problem.detail()).isEqualTo("1:4: parse error: <x>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "200|text/html|<html><head><title>Sign in</title>|GARBLED|the server returned a web page|“Sign in”",
        "502|text/html|<!DOCTYPE html><title>Bad gateway</title>|OVERLOADED|Could not query|“Bad gateway”",
        "503|text/plain|upstream connect error|OVERLOADED|Could not query|upstream connect error",
        "200|text/plain|hello|GARBLED|something else answered|hello",
        "404|text/plain|404 page not found|NOT_FOUND|No Prometheus API|404 page not found",
        "401|text/plain|Unauthorized|UNAUTHENTICATED|requires a login|Unauthorized",
        "403|text/plain|Forbidden|FORBIDDEN|You may not|Forbidden",
        "403|application/json|{'message':'no role'}|FORBIDDEN|You may not|no role",
        "500|application/json|{'message':{}}|OVERLOADED|Could not query|Status 500"})
    void whateverStandsInFrontIsToldApart(int status, String type, String body, OperationProblemKind kind,
            String headline, String detail) {
        asking.answers(status, type, body.replace('\'', '"'));

        var problem = asking.failing(INSTANT);

        assertThat(problem.kind()).isEqualTo(kind);
        assertThat(problem.headline()).contains(headline);
        assertThat(problem.detail()).contains("Status " + status).contains(detail);
    }

    @Test
    void aRedirectIsToldAndNotFollowed() {
        asking.server.script(exchange -> exchange.send(302,
                Map.of("Location", "https://login.example/start?state=s3cret"), new byte[0]));

        var problem = asking.failing(INSTANT);

        assertThat(problem.detail()).isEqualTo("Status 302, redirect to https://login.example/start");
        assertThat(asking.server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{'status':'success'}|The response contains no data",
        "{'data':{}}|contains no status", "{'status':1}|/status is a number instead of text",
        "{'status':'success','data':[]}|/data is a list instead of an object",
        "{'status':'success','data':{'result':{}}}|/data/result is an object instead of a list",
        "{'status':'success','data':{'result':[{'metric':[],'value':[1,'2']}]}}|/data/result/0/metric is a list",
        "{'status':'success','data':{'result':[{'metric':{'a':1}}]}}|/data/result/0/metric/a is a number",
        "{'status':'success','data':{'result':[{'metric':{},'value':[1,2]}]}}|/value/1 is a number instead of text",
        "{'status':'success','data':{'result':[{'metric':{},'value':['1','2']}]}}|/value/0 is text instead of a number",
        "{'status':'success','data':{'result':[{'metric':{},'value':[1,'2',3]}]}}|/value/2 is a number",
        "{'status':'success','data':{'result':[{'metric':{},'value':[1e300,'2']}]}}|is not a valid time",
        "{'status':'success','data':{'result':[{'metric':{},'value':[1,'2f']}]}}|is “2f” instead of a number",
        "{'status':'success','data':{'result':[{'metric':{},'value':[1,'Infinity']}]}}|is “Infinity”",
        "{'status':'success','data':{'result':[{'metric':{},'values':[[1,'2']]}]}}|has no value",
        "{'status':'success','data':{'result':[1,'foo']}}|is “foo” instead of a number",
        "{'status':'success','warnings':'w','data':{'result':[]}}|/warnings is text instead of a list",
        "{'status':'success','data':{'result':[|The response is not JSON", "{'status'|The response is not JSON",
        "{'status':'success','data':{'result':[[[[[[|/data/result/0"})
    void anAnswerOfAnotherShapeIsOneClearFailure(String json, String detail) {
        asking.answers(json.replace('\'', '"'));

        var problem = asking.failing(INSTANT);

        assertThat(problem.kind()).isEqualTo(OperationProblemKind.GARBLED);
        assertThat(problem.headline()).isEqualTo("The response of Prometheus is malformed");
        assertThat(problem.detail()).contains(detail);
    }

    @Test
    void aTowerOfBracketsDoesNotBringAnythingDown() {
        asking.answers("{\"status\":\"success\",\"more\":" + "[".repeat(200_000));

        assertThat(asking.failing(INSTANT).detail()).startsWith("The response is not JSON");
    }

    @Test
    void anAnswerWithoutEndIsGivenUp() {
        asking.server.script(exchange -> {
            exchange.begin(200, "application/json");
            exchange.piece("{\"status\":\"success\",\"more\":[0");
            var zeros = ",0".repeat(1 << 19).getBytes(StandardCharsets.US_ASCII);
            while (true) {
                exchange.piece(zeros);
            }
        });

        var problem = asking.failing(INSTANT);

        assertThat(problem.kind()).isEqualTo(OperationProblemKind.INVALID);
        assertThat(problem.headline()).isEqualTo("The response of Prometheus is larger than 64 MiB");
    }

    @Test
    void moreValuesThanMemoryIsWorthAreGivenUp() {
        asking.gives("{\"resultType\":\"matrix\",\"result\":[" + "{\"metric\":{},\"values\":[]},".repeat(999)
                + "{\"metric\":{},\"values\":[]}]}");
        var start = Instant.ofEpochSecond(1_766_880_000);
        var timeRange = new QueryTimeRange(start, start.plusSeconds(30 * 10_000), Duration.ofSeconds(30));

        var problem = asking.failing(client -> client.queryRange("x", timeRange));

        assertThat(problem.kind()).isEqualTo(OperationProblemKind.INVALID);
        assertThat(problem.headline()).isEqualTo("The query returns more than 4000000 values");
    }

    @Test
    void silenceIsNotWaitedForForever() throws Exception {
        try (var impatient = new Asking(Duration.ofMillis(300))) {
            impatient.server.script(ScriptedServer.Exchange::hang);
            assertThat(impatient.failing(INSTANT).kind()).isEqualTo(OperationProblemKind.TIMEOUT);

            impatient.server.script(exchange -> {
                exchange.begin(200, "application/json");
                exchange.piece("{\"status\":");
                exchange.hang();
            });
            assertThat(impatient.failing(INSTANT).kind()).isEqualTo(OperationProblemKind.TIMEOUT);
        }
    }

    @Test
    void aConnectionThatBreaksOffIsTold() {
        asking.server.script(exchange -> {
            exchange.begin(200, "application/json");
            exchange.piece("{\"status\":\"success\",");
            exchange.cut();
        });

        assertThat(asking.failing(INSTANT).kind()).isEqualTo(OperationProblemKind.UNREACHABLE);
    }

    @Test
    void whereNobodyAnswersThatIsSaid() throws Exception {
        int port = asking.server.port();
        asking.server.close();

        try (var nobody = new Nobody(port)) {
            assertThat(asking.failing(INSTANT).headline()).isEqualTo("Cannot reach 127.0.0.1:" + nobody.port());
        }
    }
}
