package tessera.plan.model;

import java.util.List;
import tessera.text.Reason;

/** A warning about some of the objects that one change is about. */
sealed interface CombinedWarning extends Reason {

    record WarningOfAll(Reason warning) implements CombinedWarning {}

    record WarningOfSome(List<String> objects, Reason warning) implements CombinedWarning {}
}
