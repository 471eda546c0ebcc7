package tessera.stack;

import java.util.List;
import java.util.Optional;
import tessera.model.StatusCondition;

/**
 * The status of a ClusterPolicy.
 *
 * @param state      the operator's word: {@code ready}, {@code notReady}, {@code ignored}; empty before it said one
 * @param conditions as the operator wrote them
 * @param driverVersion     the driver that is wanted; empty where the policy does not say
 * @param disabledComponents   parts that are turned off
 * @param release    of Helm that made it; empty for one that was made by hand
 */
public record ClusterPolicySummary(String name, String state, List<StatusCondition> conditions, String driverVersion,
        List<GpuStackComponent> disabledComponents, HelmReleaseRef release) {

    /** The name of a Helm release; both parts are empty for none. */
    public record HelmReleaseRef(String name, String namespace) {

        public static final HelmReleaseRef NOBODY = new HelmReleaseRef("", "");

        public boolean isKnown() {
            return !name.isEmpty();
        }
    }

    public ClusterPolicySummary {
        conditions = List.copyOf(conditions);
        disabledComponents = List.copyOf(disabledComponents);
    }

    public Optional<StatusCondition> condition(String type) {
        return conditions.stream().filter(statusCondition -> statusCondition.type().equals(type)).findFirst();
    }

    /** Returns the condition that tells most: Error where it is true, else Ready. */
    public Optional<StatusCondition> decisiveCondition() {
        return condition("Error").filter(StatusCondition::isTrue).or(() -> condition("Ready"));
    }

    public boolean enables(GpuStackComponent component) {
        return !disabledComponents.contains(component);
    }
}
