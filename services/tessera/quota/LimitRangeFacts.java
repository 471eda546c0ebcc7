package tessera.quota;

import java.util.List;

/**
 * A LimitRange as it was read from the API server.
 *
 * @param remarks what is wrong with what it says, a sentence each without a full stop
 */
public record LimitRangeFacts(String namespace, String name, List<LimitLine> lines, List<String> remarks) {

    public LimitRangeFacts {
        lines = List.copyOf(lines);
        remarks = List.copyOf(remarks);
    }
}
