package tessera.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.plan.StepState.Progress;
import tessera.plan.intent.Intent;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.Targets;
import tessera.plan.intent.Together;

/** What takes back the steps of a run that were done, or may have been. */
final class Undo {

    private static final Targets ANYWHERE = Targets.of("anywhere");

    private Undo() {}

    static Optional<Intent> of(List<StepState> steps) {
        var alike = new LinkedHashMap<NodeIntent, List<String>>();
        var ended = steps.stream().filter(step -> step.progress() == Progress.DONE)
                .map(step -> step.planned().ends()).filter(words -> !words.isEmpty()).collect(Collectors.toSet());
        for (var step : steps.reversed()) {
            boolean done = step.progress() == Progress.DONE || step.progress() == Progress.UNKNOWN;
            if (done && !ended.contains(step.planned().leaves())) {
                step.planned().undo().ifPresent(undo -> alike.computeIfAbsent(undo.at(ANYWHERE), _ -> new ArrayList<>())
                        .add(step.planned().step().object().name()));
            }
        }
        var parts = alike.entrySet().stream().map(entry -> entry.getKey().at(new Targets.Named(entry.getValue())))
                .toList();
        return switch (parts.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(parts.getFirst());
            default -> Optional.of(new Together(parts));
        };
    }
}
