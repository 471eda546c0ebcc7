package tessera.metrics.prometheus;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A question to a Prometheus.
 *
 * @param path       below the place where it is mounted, encoded, e.g. {@code /api/v1/query}
 * @param parameters may repeat a name
 * @param form       whether they are sent by POST as a form, and by GET in the address otherwise
 * @param patience   how long the server may be silent
 * @param words      what is asked for, as a phrase such as “ask Prometheus”
 */
public record PrometheusQuery(String path, List<Parameter> parameters, boolean form, Duration patience, String words) {

    /** A name and its value. */
    public record Parameter(String name, String value) {}

    public PrometheusQuery {
        parameters = List.copyOf(parameters);
    }

    /** One without parameters yet, to be sent by GET. */
    public static PrometheusQuery of(String path, Duration patience, String words) {
        return new PrometheusQuery(path, List.of(), false, patience, words);
    }

    /** The same with one more parameter. */
    public PrometheusQuery with(String name, String value) {
        var more = new ArrayList<>(parameters);
        more.add(new Parameter(name, value));
        return new PrometheusQuery(path, more, form, patience, words);
    }

    /** The same, sent in the other way. */
    public PrometheusQuery asForm(boolean wanted) {
        return new PrometheusQuery(path, parameters, wanted, patience, words);
    }

    /** The parameters as a form or the query of an address. */
    public String encoded() {
        return parameters.stream().map(one -> encode(one.name()) + "=" + encode(one.value()))
                .collect(Collectors.joining("&"));
    }

    /** The path, with the parameters where they are not sent as a form. */
    public String target() {
        return form || parameters.isEmpty() ? path : path + "?" + encoded();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
