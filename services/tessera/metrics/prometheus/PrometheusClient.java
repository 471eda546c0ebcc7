package tessera.metrics.prometheus;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.prometheus.answer.PrometheusBuildInfo;
import tessera.metrics.prometheus.answer.PrometheusQueryResult;
import tessera.metrics.prometheus.answer.PrometheusReportedAlert;
import tessera.metrics.prometheus.answer.PrometheusResponseReader;
import tessera.metrics.prometheus.answer.PrometheusRuleGroup;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * A client of a Prometheus, or of a server with its HTTP API: Thanos, Mimir, VictoriaMetrics. Each question waits for its
 * answer; not for the FX thread. Safe for use by several threads.
 *
 * <p>Questions that can be long are sent as forms, and in the address where forms are not let through: in read-only
 * mode, and by roles that may only get.
 */
public final class PrometheusClient {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusClient.class);
    private static final String API = "/api/v1/";
    private static final int NOT_ALLOWED = 405;
    private static final int NOT_IMPLEMENTED = 501;

    private final PrometheusConnection queries;
    private final Duration timeout;
    private volatile boolean formsRefused;

    /** @param timeout how long the server may be silent */
    public PrometheusClient(PrometheusConnection queries, Duration timeout) {
        this.queries = queries;
        this.timeout = timeout;
    }

    /**
     * Evaluates a query at one time; a number without a series is a series without labels.
     *
     * @param time null for now, by the server's clock
     */
    public PrometheusQueryResult<InstantVector> queryInstant(String query, @Nullable Instant time)
            throws ProblemException, InterruptedException {
        var prometheusQuery = evaluationQuery("query", query);
        return sendPreferringForm(
                time == null ? prometheusQuery : prometheusQuery.withParameter("time", epochSeconds(time)),
                PrometheusResponseReader.instantVector());
    }

    /** Evaluates a query over a range of time. */
    public PrometheusQueryResult<RangeVector> queryRange(String query, QueryTimeRange timeRange)
            throws ProblemException, InterruptedException {
        return sendPreferringForm(
                evaluationQuery("query_range", query).withParameter("start", epochSeconds(timeRange.start()))
                        .withParameter("end", epochSeconds(timeRange.end())).withParameter("step",
                                durationSeconds(timeRange.step())),
                PrometheusResponseReader.rangeVector(timeRange));
    }

    /** Returns the labels of the series that selectors match in a range of time; the name is one of them. */
    public PrometheusQueryResult<List<SeriesLabelSet>> findSeries(List<String> selectors, Instant start, Instant end)
            throws ProblemException, InterruptedException {
        var prometheusQuery = withSelectors(newQuery("series", "list series"), selectors);
        return sendPreferringForm(
                prometheusQuery.withParameter("start", epochSeconds(start)).withParameter("end", epochSeconds(end)),
                PrometheusResponseReader.series());
    }

    /** Returns the names of labels; of all series without selectors. */
    public PrometheusQueryResult<List<String>> labelNames(List<String> selectors)
            throws ProblemException, InterruptedException {
        return sendPreferringForm(withSelectors(newQuery("labels", "list labels"), selectors),
                PrometheusResponseReader.textList());
    }

    /** Returns the values of a label; of all series without selectors. */
    public PrometheusQueryResult<List<String>> labelValues(String label, List<String> selectors)
            throws ProblemException, InterruptedException {
        var encoded = URLEncoder.encode(label, StandardCharsets.UTF_8).replace("+", "%20");
        var prometheusQuery = newQuery("label/" + encoded + "/values", MESSAGES.text("list.values", label));
        return sendQuery(withSelectors(prometheusQuery, selectors), PrometheusResponseReader.textList());
    }

    /** Returns the rules that the server evaluates, with their status. */
    public PrometheusQueryResult<List<PrometheusRuleGroup>> rules() throws ProblemException, InterruptedException {
        return sendQuery(newQuery("rules", MESSAGES.text("list.rules")), PrometheusResponseReader.rules());
    }

    /** Returns the alerts that fire or are pending. */
    public PrometheusQueryResult<List<PrometheusReportedAlert>> alerts() throws ProblemException, InterruptedException {
        return sendQuery(newQuery("alerts", MESSAGES.text("list.alerts")), PrometheusResponseReader.alerts());
    }

    /** Returns the build information of the server. */
    public PrometheusQueryResult<PrometheusBuildInfo> buildInfo() throws ProblemException, InterruptedException {
        return sendQuery(newQuery("status/buildinfo", MESSAGES.text("read.version")),
                PrometheusResponseReader.buildInfo());
    }

    private PrometheusApiRequest evaluationQuery(String endpoint, String query) {
        // A server that knows how long it is waited for does not work on for nobody.
        return newQuery(endpoint, MESSAGES.text("query")).withParameter("query", query).withParameter("timeout",
                Math.max(1, timeout.toSeconds()) + "s");
    }

    private PrometheusApiRequest newQuery(String endpoint, String text) {
        return PrometheusApiRequest.of(API + endpoint, timeout, text);
    }

    private static PrometheusApiRequest withSelectors(PrometheusApiRequest prometheusQuery, List<String> selectors) {
        var with = prometheusQuery;
        for (var selector : selectors) {
            with = with.withParameter("match[]", selector);
        }
        return with;
    }

    /** Sends a query as a form, if the server accepts that. */
    private <T> PrometheusQueryResult<T> sendPreferringForm(PrometheusApiRequest prometheusQuery,
            PrometheusResponseReader<T> reader) throws ProblemException, InterruptedException {
        if (!formsRefused) {
            try {
                var answered = queries.send(prometheusQuery.asForm(true),
                        reply -> rejectsForms(reply.status()) ? Optional.<PrometheusQueryResult<T>>empty()
                                : Optional.of(reader.read(reply, prometheusQuery.description(), timeout)));
                if (answered.isPresent()) {
                    return answered.get();
                }
            } catch (ProblemException problemException) {
                var kind = problemException.problem().kind();
                if (kind != OperationProblemKind.READ_ONLY && kind != OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
            }
        }
        var result = sendQuery(prometheusQuery, reader);
        formsRefused = true;
        return result;
    }

    private static boolean rejectsForms(int status) {
        return status == NOT_ALLOWED || status == NOT_IMPLEMENTED;
    }

    private <T> PrometheusQueryResult<T> sendQuery(PrometheusApiRequest prometheusQuery,
            PrometheusResponseReader<T> reader) throws ProblemException, InterruptedException {
        return queries.send(prometheusQuery, reply -> reader.read(reply, prometheusQuery.description(), timeout));
    }

    private static String epochSeconds(Instant time) {
        return BigDecimal.valueOf(time.toEpochMilli(), 3).toPlainString();
    }

    private static String durationSeconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).toPlainString();
    }
}
