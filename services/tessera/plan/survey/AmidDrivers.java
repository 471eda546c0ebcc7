package tessera.plan.survey;

import java.util.List;

/**
 * Nodes whose driver the GPU operator is replacing, in alphabetical order.
 *
 * @param cordoned those that it keeps cordoned for that, and not those that were cordoned before
 * @param paused   others on which it keeps operands paused for that
 */
public record AmidDrivers(List<String> cordoned, List<String> paused) {

    public static final AmidDrivers NONE = new AmidDrivers(List.of(), List.of());

    public AmidDrivers {
        cordoned = List.copyOf(cordoned);
        paused = List.copyOf(paused);
    }
}
