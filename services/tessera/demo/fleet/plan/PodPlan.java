package tessera.demo.fleet.plan;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One pod of the fleet.
 *
 * @param index its position among the pods of its owner
 * @param node  where it is; null while it has none
 */
public record PodPlan(Workload workload, String name, int index, @Nullable NodePlan node, PodState state,
        Instant createdAt, int restarts) {}
