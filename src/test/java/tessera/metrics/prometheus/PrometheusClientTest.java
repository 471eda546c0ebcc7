package tessera.metrics.prometheus;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.prometheus.answer.QueryTimeRange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of the answers of a server that behaves. */
class PrometheusClientTest extends AskingTest {

    private static final Instant START = Instant.ofEpochSecond(1_766_880_000);

    @Test
    void eachSeriesHasItsNameItsLabelsAndItsValueAtAMoment() throws Exception {
        asking.gives("""
                {"resultType":"vector","result":[
                 {"metric":{"__name__":"DCGM_FI_DEV_GPU_TEMP","UUID":"GPU-1","gpu":"0"},"value":[1766880000.123,"47"]},
                 {"metric":{"UUID":"GPU-1","gpu":"0"},"value":[1766880000,"1.5e3"]}]}""");

        var vector = asking.client.queryInstant("x", null).data();

        assertThat(vector.size()).isEqualTo(2);
        assertThat(vector.nameOf(0)).isEqualTo("DCGM_FI_DEV_GPU_TEMP");
        assertThat(vector.labelsOf(0)).hasToString("{UUID=\"GPU-1\",gpu=\"0\"}");
        assertThat(vector.labelsOf(1)).as("the same labels, kept once").isSameAs(vector.labelsOf(0));
        assertThat(vector.valueOf(0)).isEqualTo(47);
        assertThat(vector.epochMillis(0)).isEqualTo(1_766_880_000_123L);
        assertThat(vector.nameOf(1)).isEmpty();
        assertThat(vector.valueOf(1)).isEqualTo(1500);
    }

    @Test
    void valuesMayBeInfiniteOrNoNumber() throws Exception {
        asking.gives("""
                {"resultType":"vector","result":[{"metric":{},"value":[1,"NaN"]},{"metric":{},"value":[1,"+Inf"]},
                 {"metric":{},"value":[1,"-Inf"]},{"metric":{},"value":[1,"-0.25"]}]}""");

        var vector = asking.client.queryInstant("x", null).data();

        assertThat(List.of(vector.valueOf(0), vector.valueOf(1), vector.valueOf(2), vector.valueOf(3)))
                .containsExactly(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.25);
    }

    @Test
    void aLoneNumberIsASeriesWithoutLabels() throws Exception {
        asking.gives("{\"resultType\":\"scalar\",\"result\":[1766880000.5,\"3\"]}");

        var vector = asking.client.queryInstant("scalar(x)", null).data();

        assertThat(vector.size()).isEqualTo(1);
        assertThat(vector.labelsOf(0)).isEqualTo(SeriesLabelSet.EMPTY);
        assertThat(vector.valueOf(0)).isEqualTo(3);
        assertThat(vector.epochMillis(0)).isEqualTo(1_766_880_000_500L);
    }

    @Test
    void whereASeriesHadNoValueThereIsAGap() throws Exception {
        asking.gives("""
                {"resultType":"matrix","result":[{"metric":{"gpu":"0"},
                 "values":[[1766880000,"1"],[1766880060,"3"],[1766880120.0001,"5"],[1766880150,"9"]]}]}""");
        var timeRange = new QueryTimeRange(START, START.plusSeconds(120), Duration.ofSeconds(30));

        var rangeSeries = asking.client.queryRange("x", timeRange).data().lines().getFirst();

        assertThat(rangeSeries.size()).isEqualTo(5);
        assertThat(List.of(rangeSeries.valueAt(0), rangeSeries.valueAt(1), rangeSeries.valueAt(2),
                rangeSeries.valueAt(3), rangeSeries.valueAt(4))).containsExactly(1.0, Double.NaN, 3.0, Double.NaN, 5.0);
        assertThat(asking.server.exchanges().getLast().body).asString(StandardCharsets.UTF_8)
                .contains("start=1766880000.000", "end=1766880120.000", "step=30.000");
    }

    @Test
    void aTimeIsCutIntoNoMoreStepsThanAServerTakes() {
        var end = START.plusSeconds(7);
        for (var length : List.of(Duration.ZERO, Duration.ofMinutes(5), Duration.ofDays(1), Duration.ofDays(400),
                Duration.ofDays(4_000))) {
            for (int points : List.of(1, 300, 11_000, 1_000_000)) {
                var timeRange = QueryTimeRange.covering(end.minus(length), end, points);

                assertThat(timeRange.step()).as("%s in %d", length, points)
                        .isGreaterThanOrEqualTo(QueryTimeRange.FINEST);
                assertThat(Duration.between(timeRange.start(), timeRange.end()).dividedBy(timeRange.step()))
                        .isLessThanOrEqualTo(QueryTimeRange.MOST_STEPS);
                assertThat(timeRange.start()).isBeforeOrEqualTo(end.minus(length));
                assertThat(timeRange.end()).isBetween(end.minus(timeRange.step()), end);
                assertThat(timeRange.start().getEpochSecond() % timeRange.step().toSeconds()).isZero();
            }
        }
        assertThatThrownBy(() -> new QueryTimeRange(START, START.plusSeconds(11_001), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void warningsAreKeptAndWhatIsNotKnownIsSkipped() throws Exception {
        asking.answers("""
                {"isPartial":true,"stats":{"a":[1,{"b":null}]},"warnings":["store is down"],"infos":["not a counter"],
                 "data":{"result":[{"value":[1,"2"],"extra":[[]],"metric":{"a":"b"}}],"resultType":"vector","more":{}},
                 "status":"success"}""");

        var result = asking.client.queryInstant("x", null);

        assertThat(result.warnings()).containsExactly("store is down");
        assertThat(result.infos()).containsExactly("not a counter");
        assertThat(result.data()).hasToString("[{a=\"b\"} 2.0]");
    }

    @Test
    void histogramsAreLeftOutAndTold() throws Exception {
        asking.gives(
                """
                        {"resultType":"vector","result":[{"metric":{"a":"b"},"histogram":[1,{"count":"3","buckets":[[0,"1","2","3"]]}]},
                         {"metric":{},"value":[1,"2"]}]}""");

        var result = asking.client.queryInstant("x", null);

        assertThat(result.data().size()).isEqualTo(1);
        assertThat(result.infos()).containsExactly("1 time series is a histogram and is not shown");
    }

    @Test
    void questionsAreSentAsFormsAndInTheAddressWhereFormsAreNotTaken() throws Exception {
        asking.server.script(exchange -> {
            if (exchange.method.equals("POST")) {
                exchange.text(405, "text/plain", "Method Not Allowed");
            } else {
                exchange.json(200, "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}");
            }
        });
        asking.client.queryInstant("a + b", START);
        asking.client.queryInstant("c", null);

        assertThat(asking.server.requests()).containsExactly("POST /api/v1/query",
                "GET /api/v1/query?query=a%20%2B%20b&timeout=20s&time=1766880000.000",
                "GET /api/v1/query?query=c&timeout=20s");
        var form = asking.server.exchanges().getFirst();
        assertThat(form.headers.get("content-type")).startsWith("application/x-www-form-urlencoded");
        assertThat(form.body).asString(StandardCharsets.UTF_8)
                .isEqualTo("query=a%20%2B%20b&timeout=20s&time=1766880000.000");
    }

    @Test
    void seriesLabelsAndTheirValuesAreListed() throws Exception {
        asking.gives("[{\"__name__\":\"up\",\"job\":\"dcgm\"},{}]");
        var series = asking.client.findSeries(List.of("up", "{a=\"b\"}"), START, START.plusSeconds(60)).data();
        assertThat(series.getFirst().valueOf("__name__")).isEqualTo("up");
        assertThat(asking.server.exchanges().getLast().body).asString(StandardCharsets.UTF_8)
                .startsWith("match%5B%5D=up&match%5B%5D=%7Ba%3D%22b%22%7D&start=");

        asking.gives("[\"h100-01\",\"h100-02\"]");
        assertThat(asking.client.labelNames(List.of()).data()).containsExactly("h100-01", "h100-02");
        assertThat(asking.client.labelValues("Hostname", List.of()).data()).hasSize(2);
        assertThat(asking.server.requests()).endsWith("GET /api/v1/label/Hostname/values");

        asking.gives("null");
        assertThat(asking.client.labelNames(List.of()).data()).isEmpty();
    }

    @Test
    void rulesAndAlertsAreTold() throws Exception {
        var alert = """
                {"labels":{"alertname":"Hot","UUID":"GPU-1"},"annotations":{"summary":"It is hot"},"state":"firing",
                 "activeAt":"2026-11-20T13:00:10.5Z","value":"9.1e+01"}""";
        asking.gives("{\"groups\":[{\"name\":\"g\",\"file\":\"/etc/r.yml\",\"interval\":30,\"limit\":0,\"rules\":["
                + "{\"type\":\"alerting\",\"state\":\"firing\",\"name\":\"Hot\",\"query\":\"t > 90\",\"duration\":300,"
                + "\"labels\":{\"severity\":\"warning\"},\"annotations\":{},\"alerts\":[" + alert
                + "],\"health\":\"ok\"},{\"type\":\"recording\",\"name\":\"r\",\"query\":\"x\",\"health\":\"err\","
                + "\"lastError\":\"boom\"}]}]}");
        var group = asking.client.rules().data().getFirst();

        assertThat(group.interval()).isEqualTo(Duration.ofSeconds(30));
        assertThat(group.rules()).extracting(rule -> rule.type() + " " + rule.name() + " " + rule.state())
                .containsExactly("alerting Hot firing", "recording r ");
        assertThat(group.rules().getFirst().lasting()).isEqualTo(Duration.ofMinutes(5));
        assertThat(group.rules().getLast().error()).isEqualTo("boom");
        assertThat(group.rules().getFirst().alerts().getFirst().value()).isEqualTo(91);

        asking.gives("{\"alerts\":[" + alert + "]}");
        var prometheusAlert = asking.client.alerts().data().getFirst();

        assertThat(prometheusAlert.labels()).isEqualTo(Map.of("alertname", "Hot", "UUID", "GPU-1"));
        assertThat(prometheusAlert.activeAt()).isEqualTo(Instant.parse("2026-11-20T13:00:10.5Z"));
    }

    @Test
    void theServerSaysWhatItIs() throws Exception {
        asking.gives("{\"version\":\"3.14.0\",\"revision\":\"abc\",\"branch\":\"HEAD\",\"goVersion\":\"go1.26\"}");

        assertThat(asking.client.buildInfo().data()).hasToString("PrometheusBuildInfo[version=3.14.0, revision=abc]");
    }
}
