package tessera.metrics.prometheus;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.LabelSet;
import tessera.metrics.prometheus.answer.BuildInfo;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.prometheus.answer.PrometheusResult;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.metrics.prometheus.answer.ReportedAlert;
import tessera.metrics.prometheus.answer.ResponseDataReader;
import tessera.metrics.prometheus.answer.RuleGroup;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;

/**
 * A client of a Prometheus, or of a server with its HTTP API: Thanos, Mimir, VictoriaMetrics. Each question waits for its
 * answer; not for the FX thread. Safe for use by several threads.
 *
 * <p>Questions that can be long are sent as forms, and in the address where forms are not let through: in read-only
 * mode, and by roles that may only get.
 */
public final class PrometheusClient {

    private static final String API = "/api/v1/";
    private static final int NOT_ALLOWED = 405;
    private static final int NOT_IMPLEMENTED = 501;

    private final PrometheusEndpoint queries;
    private final Duration timeout;
    private volatile boolean formsRefused;

    /** @param timeout how long the server may be silent */
    public PrometheusClient(PrometheusEndpoint queries, Duration timeout) {
        this.queries = queries;
        this.timeout = timeout;
    }

    /**
     * Evaluates a query at one time; a number without a series is a series without labels.
     *
     * @param time null for now, by the server's clock
     */
    public PrometheusResult<InstantVector> queryInstant(String query, @Nullable Instant time)
            throws Failure, InterruptedException {
        var question = evaluationQuery("query", query);
        return sendPreferringForm(time == null ? question : question.withParameter("time", epochSeconds(time)),
                ResponseDataReader.instantVector());
    }

    /** Evaluates a query over a range of time. */
    public PrometheusResult<RangeVector> queryRange(String query, StepRange span) throws Failure, InterruptedException {
        return sendPreferringForm(evaluationQuery("query_range", query)
                .withParameter("start", epochSeconds(span.start()))
                .withParameter("end", epochSeconds(span.end())).withParameter("step", durationSeconds(span.step())),
                ResponseDataReader.rangeVector(span));
    }

    /** Returns the labels of the series that selectors match in a range of time; the name is one of them. */
    public PrometheusResult<List<LabelSet>> findSeries(List<String> selectors, Instant start, Instant end)
            throws Failure, InterruptedException {
        var question = withSelectors(newQuery("series", "list series"), selectors);
        return sendPreferringForm(
                question.withParameter("start", epochSeconds(start)).withParameter("end", epochSeconds(end)),
                ResponseDataReader.series());
    }

    /** Returns the names of labels; of all series without selectors. */
    public PrometheusResult<List<String>> labelNames(List<String> selectors) throws Failure, InterruptedException {
        return sendPreferringForm(withSelectors(newQuery("labels", "list labels"), selectors),
                ResponseDataReader.textList());
    }

    /** Returns the values of a label; of all series without selectors. */
    public PrometheusResult<List<String>> labelValues(String label, List<String> selectors)
            throws Failure, InterruptedException {
        var encoded = URLEncoder.encode(label, StandardCharsets.UTF_8).replace("+", "%20");
        var question = newQuery("label/" + encoded + "/values", "list the values of " + label);
        return sendQuery(withSelectors(question, selectors), ResponseDataReader.textList());
    }

    /** Returns the rules that the server evaluates, with their status. */
    public PrometheusResult<List<RuleGroup>> rules() throws Failure, InterruptedException {
        return sendQuery(newQuery("rules", "list the rules of Prometheus"), ResponseDataReader.rules());
    }

    /** Returns the alerts that fire or are pending. */
    public PrometheusResult<List<ReportedAlert>> alerts() throws Failure, InterruptedException {
        return sendQuery(newQuery("alerts", "list the alerts of Prometheus"), ResponseDataReader.alerts());
    }

    /** Returns the build information of the server. */
    public PrometheusResult<BuildInfo> buildInfo() throws Failure, InterruptedException {
        return sendQuery(newQuery("status/buildinfo", "ask for the version of Prometheus"),
                ResponseDataReader.buildInfo());
    }

    private PrometheusQuery evaluationQuery(String endpoint, String query) {
        // A server that knows how long it is waited for does not work on for nobody.
        return newQuery(endpoint, "ask Prometheus").withParameter("query", query)
                .withParameter("timeout", Math.max(1, timeout.toSeconds()) + "s");
    }

    private PrometheusQuery newQuery(String endpoint, String text) {
        return PrometheusQuery.of(API + endpoint, timeout, text);
    }

    private static PrometheusQuery withSelectors(PrometheusQuery question, List<String> selectors) {
        var with = question;
        for (var selector : selectors) {
            with = with.withParameter("match[]", selector);
        }
        return with;
    }

    /** Sends a query as a form, if the server accepts that. */
    private <T> PrometheusResult<T> sendPreferringForm(PrometheusQuery question, ResponseDataReader<T> reader)
            throws Failure, InterruptedException {
        if (!formsRefused) {
            try {
                var answered = queries.send(question.asForm(true), reply -> rejectsForms(reply.status())
                        ? Optional.<PrometheusResult<T>>empty()
                        : Optional.of(reader.read(reply, question.description(), timeout)));
                if (answered.isPresent()) {
                    return answered.get();
                }
            } catch (Failure failure) {
                var kind = failure.problem().kind();
                if (kind != ProblemKind.READ_ONLY && kind != ProblemKind.FORBIDDEN) {
                    throw failure;
                }
            }
        }
        var answered = sendQuery(question, reader);
        formsRefused = true;
        return answered;
    }

    private static boolean rejectsForms(int status) {
        return status == NOT_ALLOWED || status == NOT_IMPLEMENTED;
    }

    private <T> PrometheusResult<T> sendQuery(PrometheusQuery question, ResponseDataReader<T> reader)
            throws Failure, InterruptedException {
        return queries.send(question, reply -> reader.read(reply, question.description(), timeout));
    }

    private static String epochSeconds(Instant time) {
        return BigDecimal.valueOf(time.toEpochMilli(), 3).toPlainString();
    }

    private static String durationSeconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).toPlainString();
    }
}
