package tessera.metrics.prometheus.answer;

import java.util.List;

/**
 * The result of a query to a Prometheus.
 *
 * @param warnings what it warns of, in its words; a part of the answer may be missing
 * @param infos    what else it, or the reading of it, has to say
 */
public record PrometheusQueryResult<T>(T data, List<String> warnings, List<String> infos) {

    public PrometheusQueryResult {
        warnings = List.copyOf(warnings);
        infos = List.copyOf(infos);
    }
}
