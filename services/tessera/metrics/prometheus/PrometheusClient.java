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
import tessera.metrics.prometheus.answer.AnswerReader;
import tessera.metrics.prometheus.answer.BuildInfo;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.prometheus.answer.PrometheusResult;
import tessera.metrics.prometheus.answer.RangeVector;
import tessera.metrics.prometheus.answer.ReportedAlert;
import tessera.metrics.prometheus.answer.RuleGroup;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;

/**
 * Asks a Prometheus, or whatever speaks its HTTP API: Thanos, Mimir, VictoriaMetrics. Each question waits for its
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
    private final Duration patience;
    private volatile boolean formsRefused;

    /** @param patience how long the server may be silent */
    public PrometheusClient(PrometheusEndpoint queries, Duration patience) {
        this.queries = queries;
        this.patience = patience;
    }

    /**
     * What a query gives at one moment; a number without a series is a series without labels.
     *
     * @param time null for now, by the server's clock
     */
    public PrometheusResult<InstantVector> instant(String query, @Nullable Instant time)
            throws Failure, InterruptedException {
        var question = evaluation("query", query);
        return ask(time == null ? question : question.with("time", seconds(time)), AnswerReader.instantVector());
    }

    /** What a query gives over a time. */
    public PrometheusResult<RangeVector> range(String query, StepRange span) throws Failure, InterruptedException {
        return ask(evaluation("query_range", query).with("start", seconds(span.start()))
                .with("end", seconds(span.end())).with("step", seconds(span.step())), AnswerReader.rangeVector(span));
    }

    /** The labels of the series that some selectors found in a time; the name is one of them. */
    public PrometheusResult<List<LabelSet>> series(List<String> selectors, Instant start, Instant end)
            throws Failure, InterruptedException {
        var question = matching(question("series", "list series"), selectors);
        return ask(question.with("start", seconds(start)).with("end", seconds(end)), AnswerReader.series());
    }

    /** The names of labels; of all series without selectors. */
    public PrometheusResult<List<String>> labelNames(List<String> selectors) throws Failure, InterruptedException {
        return ask(matching(question("labels", "list labels"), selectors), AnswerReader.texts());
    }

    /** The values of a label; of all series without selectors. */
    public PrometheusResult<List<String>> labelValues(String label, List<String> selectors)
            throws Failure, InterruptedException {
        var encoded = URLEncoder.encode(label, StandardCharsets.UTF_8).replace("+", "%20");
        var question = question("label/" + encoded + "/values", "list the values of " + label);
        return send(matching(question, selectors), AnswerReader.texts());
    }

    /** The rules that the server evaluates, and what became of them. */
    public PrometheusResult<List<RuleGroup>> rules() throws Failure, InterruptedException {
        return send(question("rules", "list the rules of Prometheus"), AnswerReader.rules());
    }

    /** The alerts that fire, or will if nothing changes. */
    public PrometheusResult<List<ReportedAlert>> alerts() throws Failure, InterruptedException {
        return send(question("alerts", "list the alerts of Prometheus"), AnswerReader.alerts());
    }

    /** What the server is. */
    public PrometheusResult<BuildInfo> buildInfo() throws Failure, InterruptedException {
        return send(question("status/buildinfo", "ask for the version of Prometheus"), AnswerReader.buildInfo());
    }

    private PrometheusQuery evaluation(String endpoint, String query) {
        // A server that knows how long it is waited for does not work on for nobody.
        return question(endpoint, "ask Prometheus").with("query", query)
                .with("timeout", Math.max(1, patience.toSeconds()) + "s");
    }

    private PrometheusQuery question(String endpoint, String words) {
        return PrometheusQuery.of(API + endpoint, patience, words);
    }

    private static PrometheusQuery matching(PrometheusQuery question, List<String> selectors) {
        var with = question;
        for (var selector : selectors) {
            with = with.with("match[]", selector);
        }
        return with;
    }

    /** By a form, if that is possible. */
    private <T> PrometheusResult<T> ask(PrometheusQuery question, AnswerReader<T> reader)
            throws Failure, InterruptedException {
        if (!formsRefused) {
            try {
                var answered = queries.send(question.asForm(true), reply -> noForms(reply.status())
                        ? Optional.<PrometheusResult<T>>empty()
                        : Optional.of(reader.read(reply, question.words(), patience)));
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
        var answered = send(question, reader);
        formsRefused = true;
        return answered;
    }

    private static boolean noForms(int status) {
        return status == NOT_ALLOWED || status == NOT_IMPLEMENTED;
    }

    private <T> PrometheusResult<T> send(PrometheusQuery question, AnswerReader<T> reader)
            throws Failure, InterruptedException {
        return queries.send(question, reply -> reader.read(reply, question.words(), patience));
    }

    private static String seconds(Instant time) {
        return BigDecimal.valueOf(time.toEpochMilli(), 3).toPlainString();
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).toPlainString();
    }
}
