package tessera.alerts;

import java.util.List;
import java.util.regex.Pattern;
import tessera.model.Condition;

/**
 * By what a node's API object tells of faults.
 *
 * @param components pods of the GPU operator by their label {@code app}, in the order in which each waits for the one
 *                   before it
 * @param conditions conditions by which monitors on the node report faults
 */
public record NodeFaults(List<String> components, List<Fault> conditions) {

    public NodeFaults {
        components = List.copyOf(components);
        conditions = List.copyOf(conditions);
    }

    /**
     * A condition that is a fault.
     *
     * @param type   its type
     * @param status the status that says that there is a fault
     */
    public record Fault(Pattern type, String status) {}

    public boolean fault(Condition condition) {
        return conditions.stream().anyMatch(fault -> fault.status().equals(condition.status())
                && fault.type().matcher(condition.type()).matches());
    }
}
