package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.TextMaps;
import tessera.model.DriverUpgradeLabels;
import tessera.model.Failure;
import tessera.model.ListText;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.StepExpectation.DriversReplaced;

/** Looks how far the operator is with replacing drivers, node after node. */
final class DriverWatch {

    private static final int NAMED = 4;

    private final ObjectLists objects;

    /** Names of nodes by what the operator says of their driver. */
    private record DriverProgress(List<String> waiting, List<String> moving, List<String> failed) {}

    DriverWatch(ObjectLists objects) {
        this.objects = objects;
    }

    WaitObservation look(ObjectRef policy, DriversReplaced expected) throws Failure, InterruptedException {
        var driver = objects.read(ApiPaths.of(policy), "read " + policy).at("/spec/driver");
        if (!replaces(driver)) {
            return new WaitObservation.StillMissing("");
        }
        int former = former(expected.namespace()) - expected.excused().size();
        var progress = progress(expected.excused());
        if (former <= 0 && progress.waiting().isEmpty() && progress.moving().isEmpty() && progress.failed().isEmpty()) {
            return new WaitObservation.StillMissing("");
        }
        if (!progress.failed().isEmpty() && progress.waiting().isEmpty() && progress.moving().isEmpty()) {
            return new WaitObservation.NeverComing(failed(progress.failed()));
        }
        var words = new ArrayList<String>();
        add(words, progress.moving(), "under way");
        add(words, progress.failed(), "failed");
        if (!progress.waiting().isEmpty()) {
            words.add(progress.waiting().size() + " wait for their turn");
        }
        return new WaitObservation.StillMissing(
                words.isEmpty() ? former + " pods of the driver are of the former release"
                        : String.join("; ", words));
    }

    /** Which nodes the operator has closed or paused for a new driver, and goes on to close. */
    List<String> remains() throws InterruptedException {
        try {
            var words = new ArrayList<>(kept("is kept cordoned by the operator", "keeps"));
            var waiting = progress(Set.of()).waiting();
            if (!waiting.isEmpty()) {
                words.add(
                        "The operator goes on by itself: for a new driver it cordons and empties, one after the other, "
                                + named(waiting));
            }
            return words;
        } catch (Failure _) {
            return List.of("It is not known which nodes the operator keeps cordoned for their new driver");
        }
    }

    /** The same where nobody has waited until the operator has seen what it is to do, so that it may still begin. */
    List<String> remains(ObjectRef policy) throws InterruptedException {
        var words = new ArrayList<>(remains());
        if (words.isEmpty() && mayReplace(policy)) {
            words.add("The operator may yet close nodes in turn, where the driver becomes another");
        }
        return words;
    }

    /**
     * Which nodes are closed or paused for a new driver where nobody opens them again, as the operator is gone.
     *
     * @param gone false where it is not known whether it is
     */
    List<String> abandoned(boolean gone) throws InterruptedException {
        try {
            var words = new ArrayList<>(kept("was cordoned by the operator", "has"));
            if (!words.isEmpty()) {
                words.add((gone ? "With the operator gone" : "If the operator is gone, which is not known,")
                        + " nobody goes on with new drivers, nor opens the nodes that it has closed for them");
            }
            return words;
        } catch (Failure _) {
            return List.of("It is not known which nodes the operator has left cordoned for their new driver");
        }
    }

    private List<String> kept(String cordoned, String keeps) throws Failure, InterruptedException {
        return objects.items("/api/v1/nodes?limit=500", "list nodes").stream()
                .flatMap(node -> kept(node, cordoned, keeps).stream()).toList();
    }

    private boolean mayReplace(ObjectRef policy) throws InterruptedException {
        try {
            return replaces(objects.read(ApiPaths.of(policy), "read " + policy).at("/spec/driver"));
        } catch (Failure failure) {
            // What a policy says that cannot be read is not known: only without one it is certain that nobody begins.
            return failure.problem().kind() != ProblemKind.NOT_FOUND;
        }
    }

    private static boolean replaces(JsonNode driver) {
        return driver.path("enabled").asBoolean(true) && driver.at("/upgradePolicy/autoUpgrade").asBoolean(true);
    }

    private static Optional<String> kept(JsonNode node, String cordoned, String keeps) {
        var name = node.at("/metadata/name").asText();
        var labels = TextMaps.of(node.at("/metadata/labels"));
        var paused = DriverUpgradeLabels.paused(labels);
        if (node.at("/spec/unschedulable").asBoolean(false)
                && DriverUpgradeLabels.cordoned(labels, TextMaps.of(node.at("/metadata/annotations")))) {
            return Optional.of("%s %s for its new driver (%s)%s".formatted(name, cordoned,
                    labels.getOrDefault(DriverUpgradeLabels.STATE, ""),
                    paused.isEmpty() ? "" : ", and paused there are " + String.join(", ", paused)));
        }
        return paused.isEmpty() ? Optional.empty()
                : Optional.of("On %s the operator %s %s paused for its new driver".formatted(name, keeps,
                        String.join(", ", paused)));
    }

    private static Problem failed(List<String> nodes) {
        return new Problem(ProblemKind.CONFLICT, "The driver was not replaced on " + named(nodes),
                "The operator says upgrade-failed: most often GPU pods stayed there that it may not end, or that a disruption budget keeps",
                "These nodes stay cordoned. End the pods, then label the nodes %s=upgrade-required for another try."
                        .formatted(DriverUpgradeLabels.STATE));
    }

    private static void add(List<String> words, List<String> nodes, String what) {
        if (!nodes.isEmpty()) {
            words.add(named(nodes) + " " + what);
        }
    }

    private static String named(List<String> nodes) {
        return ListText.some(nodes, NAMED);
    }

    /** How many pods of the driver are still to be replaced. */
    private int former(String namespace) throws Failure, InterruptedException {
        int former = 0;
        for (var set : StackWatch.parts(objects, namespace)) {
            if (StackWatch.replacedOnDelete(set)) {
                var status = set.path("status");
                former += status.path("desiredNumberScheduled").asInt()
                        - status.path("updatedNumberScheduled").asInt();
            }
        }
        return former;
    }

    private DriverProgress progress(Set<String> excused) throws Failure, InterruptedException {
        var progress = new DriverProgress(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (var node : objects.items("/api/v1/nodes?limit=500", "list nodes")) {
            var name = node.at("/metadata/name").asText();
            if (excused.contains(name)) {
                continue;
            }
            switch (node.at("/metadata/labels").path(DriverUpgradeLabels.STATE).asText()) {
                case "", DriverUpgradeLabels.DONE -> {
                    // Nothing is wanted of it, or nothing any more.
                }
                case DriverUpgradeLabels.REQUIRED -> progress.waiting().add(name);
                case DriverUpgradeLabels.FAILED -> progress.failed().add(name);
                default -> progress.moving().add(name);
            }
        }
        return progress;
    }
}
