package tessera.ui.inspect;

import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import tessera.model.ObjectRef;
import tessera.plan.PlanPreview;
import tessera.plan.intent.ChangeIntent;

/**
 * Starts a change from edited YAML, unless something prevents it.
 *
 * @param begin   begins with what was edited, and whom to tell where it is refused
 * @param blocker why an object may not be edited, as far as is known; empty where it may
 */
public record EditedYamlChangeStarter(BiConsumer<ChangeIntent, Consumer<PlanPreview>> begin,
        Function<ObjectRef, Optional<String>> blocker) {}
