package tessera.quota;

import java.util.List;

/**
 * A LimitRange as it was read from the API server.
 *
 * @param problemTexts what is wrong with what it says, a sentence each without a full stop
 */
public record LimitRangeSummary(String namespace, String name, List<LimitRangeBound> lines, List<String> problemTexts) {

    public LimitRangeSummary {
        lines = List.copyOf(lines);
        problemTexts = List.copyOf(problemTexts);
    }
}
