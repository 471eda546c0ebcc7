package tessera.metrics.prometheus;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A query to a Prometheus.
 *
 * @param path       below the place where it is mounted, encoded, e.g. {@code /api/v1/query}
 * @param parameters may repeat a name
 * @param formEncoded       whether they are sent by POST as a form, and by GET in the address otherwise
 * @param timeout   how long the server may be silent
 * @param description      what is asked for, as a phrase such as “ask Prometheus”
 */
public record PrometheusApiRequest(String path, List<PrometheusQueryParameter> parameters, boolean formEncoded,
        Duration timeout, String description) {

    /** A query parameter. */
    public record PrometheusQueryParameter(String name, String value) {}

    public PrometheusApiRequest {
        parameters = List.copyOf(parameters);
    }

    /** Returns a query without parameters yet, to be sent by GET. */
    public static PrometheusApiRequest of(String path, Duration timeout, String text) {
        return new PrometheusApiRequest(path, List.of(), false, timeout, text);
    }

    /** Returns the query with one more parameter. */
    public PrometheusApiRequest withParameter(String name, String value) {
        var more = new ArrayList<>(parameters);
        more.add(new PrometheusQueryParameter(name, value));
        return new PrometheusApiRequest(path, more, formEncoded, timeout, description);
    }

    /** Returns the query, sent by POST as a form or by GET. */
    public PrometheusApiRequest asForm(boolean wanted) {
        return new PrometheusApiRequest(path, parameters, wanted, timeout, description);
    }

    /** Returns the parameters, encoded as a form or a query string. */
    public String encodedParameters() {
        return parameters.stream().map(one -> urlEncode(one.name()) + "=" + urlEncode(one.value()))
                .collect(Collectors.joining("&"));
    }

    /** Returns the path, with the parameters where they are not sent as a form. */
    public String requestTarget() {
        return formEncoded || parameters.isEmpty() ? path : path + "?" + encodedParameters();
    }

    private static String urlEncode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
