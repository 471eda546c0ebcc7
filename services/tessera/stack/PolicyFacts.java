package tessera.stack;

import java.util.List;
import java.util.Optional;
import tessera.model.Condition;

/**
 * A ClusterPolicy as far as it tells how the stack stands.
 *
 * @param state      the operator's word: {@code ready}, {@code notReady}, {@code ignored}; empty before it said one
 * @param conditions as the operator wrote them
 * @param driver     the driver that is wanted; empty where the policy does not say
 * @param disabled   parts that are turned off
 * @param release    of Helm that made it; empty for one that was made by hand
 */
public record PolicyFacts(String name, String state, List<Condition> conditions, String driver,
        List<StackComponent> disabled,
        Maker release) {

    /** A release of Helm; both empty for none. */
    public record Maker(String name, String namespace) {

        public static final Maker NOBODY = new Maker("", "");

        public boolean known() {
            return !name.isEmpty();
        }
    }

    public PolicyFacts {
        conditions = List.copyOf(conditions);
        disabled = List.copyOf(disabled);
    }

    public Optional<Condition> condition(String type) {
        return conditions.stream().filter(condition -> condition.type().equals(type)).findFirst();
    }

    /** The condition that says most: the error where there is one. */
    public Optional<Condition> telling() {
        return condition("Error").filter(Condition::isTrue).or(() -> condition("Ready"));
    }

    public boolean wants(StackComponent component) {
        return !disabled.contains(component);
    }
}
