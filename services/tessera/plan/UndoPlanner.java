package tessera.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.plan.StepState.StepProgress;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.ChangeSharing;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.EditObject;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;
import tessera.plan.intent.QuotaIntent;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.WallAccount;
import tessera.plan.intent.WorkloadIntent;

/** Plans the reversal of the steps of a run that were done, or may have been. */
final class UndoPlanner {

    private static final NodeTargets ANYWHERE = NodeTargets.of("anywhere");

    private UndoPlanner() {}

    /** Returns the commands that plan the undo; empty if they could not express all of it, or would contain object content. */
    static List<String> undoCommands(ChangeIntent undo) {
        return switch (undo) {
            case CompositeIntent(var parts) -> parts.stream().allMatch(part -> !undoCommands(part).isEmpty())
                    ? parts.stream().map(ChangeIntent::commandLine).toList()
                    : List.of();
            case EditObject _,LaunchIntent.Launch _ -> List.of();
            case ChangeSharing(var write, _, _, _) when !write.isEmpty() -> List.of();
            case ReleaseIntent wanted when wanted.arguments().contains("--values") -> List.of();
            default -> List.of(undo.commandLine());
        };
    }

    static Optional<ChangeIntent> planUndo(List<StepState> steps) {
        var alike = new LinkedHashMap<NodeIntent, List<String>>();
        var sharing = Optional.<ChangeSharing>empty();
        var others = new LinkedHashSet<ChangeIntent>();
        var withdrawn = new LinkedHashMap<String, List<LaunchIntent.LaunchedObject>>();
        var ended = steps.stream().filter(step -> step.progress() == StepProgress.DONE)
                .map(step -> step.planned().endsText()).filter(text -> !text.isEmpty()).collect(Collectors.toSet());
        for (var step : steps.reversed()) {
            boolean done = step.progress() == StepProgress.DONE || step.progress() == StepProgress.UNKNOWN;
            if (done && !ended.contains(step.planned().lastingEffect())) {
                switch (step.planned().undo().orElse(null)) {
                    case NodeIntent undo -> alike.computeIfAbsent(undo.withNodes(ANYWHERE), _ -> new ArrayList<>())
                            .add(step.planned().step().object().name());
                    case ChangeSharing undo -> sharing = Optional
                            .of(sharing.map(so -> so.and(undo)).orElse(undo));
                    case ReleaseIntent undo -> others.add(undo);
                    case WallAccount undo -> others.add(undo);
                    case WorkloadIntent undo -> others.add(undo);
                    case LaunchIntent.Withdraw undo -> withdrawn
                            .computeIfAbsent(undo.namespace(), _ -> new ArrayList<>()).addAll(undo.objects());
                    case LaunchIntent.Launch undo -> others.add(undo);
                    case EditObject undo -> others.add(undo);
                    case QuotaIntent undo -> others.add(undo);
                    case CompositeIntent _ -> throw new IllegalStateException("a step is taken back by one wish");
                    case null -> {
                        // nothing lasts
                    }
                }
            }
        }
        var parts = new ArrayList<>(others);
        alike.forEach((wish, names) -> parts.add(wish.withNodes(new NodeTargets.NamedNodes(names))));
        withdrawn.forEach((namespace, objects) -> parts.add(new LaunchIntent.Withdraw(namespace, objects)));
        sharing.ifPresent(parts::add);
        return switch (parts.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(parts.getFirst());
            default -> Optional.of(new CompositeIntent(parts));
        };
    }
}
