package tessera.demo.store.objects;

import java.util.List;
import java.util.function.Consumer;
import tessera.demo.admission.SimulatedFieldValidationMode;

/**
 * The options of a write.
 *
 * @param manager    who is noted as the owner of what it changes; empty if nobody said
 * @param dryRun     everything is checked and answered, nothing is kept
 * @param validation what becomes of fields that are not known
 * @param problems   what was found wrong when the body was read, e.g. a field that is there twice
 * @param warnings   told what is wrong without being refused
 */
public record SimulatedWriteOptions(String manager, boolean dryRun, SimulatedFieldValidationMode validation,
        List<String> problems, Consumer<String> warnings) {

    public SimulatedWriteOptions {
        problems = List.copyOf(problems);
    }

    /** Returns the options of a component of the cluster. */
    public static SimulatedWriteOptions managedBy(String manager) {
        return new SimulatedWriteOptions(manager, false, SimulatedFieldValidationMode.IGNORE, List.of(), _ -> {});
    }

    public SimulatedWriteOptions withProblems(List<String> moreProblems) {
        return new SimulatedWriteOptions(manager, dryRun, validation, moreProblems, warnings);
    }
}
