package tessera.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.intent.WorkloadLaunchIntent;

/** Plans the reversal of the steps of a run that were done, or may have been. */
final class UndoPlanner {

    private static final TargetNodeSelection ANYWHERE = TargetNodeSelection.of("anywhere");

    private UndoPlanner() {}

    /** Returns the commands that plan the undo; empty if they could not express all of it, or would contain object content. */
    static List<String> undoCommands(ChangeIntent undo) {
        return switch (undo) {
            case CompositeIntent(var parts) -> parts.stream().allMatch(part -> !undoCommands(part).isEmpty())
                    ? parts.stream().map(ChangeIntent::commandLine).toList()
                    : List.of();
            case EditObjectIntent _,WorkloadLaunchIntent.LaunchWorkloadIntent _ -> List.of();
            case GpuSharingIntent(var write, _, _, _) when !write.isEmpty() -> List.of();
            case GpuStackReleaseIntent releaseIntent when releaseIntent.arguments().contains("--values") -> List.of();
            default -> List.of(undo.commandLine());
        };
    }

    static Optional<ChangeIntent> planUndo(List<PlanStepState> steps) {
        var alike = new LinkedHashMap<NodeChangeIntent, List<String>>();
        var sharing = Optional.<GpuSharingIntent>empty();
        var others = new LinkedHashSet<ChangeIntent>();
        var withdrawn = new LinkedHashMap<String, List<WorkloadLaunchIntent.LaunchedObject>>();
        var ended = steps.stream().filter(step -> step.progress() == StepProgress.DONE)
                .map(step -> step.planned().endsText()).filter(text -> !text.isEmpty()).collect(Collectors.toSet());
        for (var step : steps.reversed()) {
            boolean done = step.progress() == StepProgress.DONE || step.progress() == StepProgress.UNKNOWN;
            if (done && !ended.contains(step.planned().lastingEffect())) {
                switch (step.planned().undo().orElse(null)) {
                    case NodeChangeIntent undo ->
                        alike.computeIfAbsent(undo.withNodes(ANYWHERE), _ -> new ArrayList<>())
                                .add(step.planned().step().object().name());
                    case GpuSharingIntent undo -> sharing = Optional.of(sharing.map(so -> so.and(undo)).orElse(undo));
                    case WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent undo ->
                        withdrawn.computeIfAbsent(undo.namespace(), _ -> new ArrayList<>()).addAll(undo.objects());
                    case CompositeIntent _ -> throw new IllegalStateException("composite undo");
                    case null -> {
                        // nothing lasts
                    }
                    case ChangeIntent undo -> others.add(undo);
                }
            }
        }
        var parts = new ArrayList<>(others);
        alike.forEach(
                (nodeIntent, names) -> parts.add(nodeIntent.withNodes(new TargetNodeSelection.NamedNodes(names))));
        withdrawn.forEach((namespace, objects) -> parts
                .add(new WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent(namespace, objects)));
        sharing.ifPresent(parts::add);
        return switch (parts.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(parts.getFirst());
            default -> Optional.of(new CompositeIntent(parts));
        };
    }
}
