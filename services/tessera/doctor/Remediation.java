package tessera.doctor;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.ExceededQuota.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.scheduling.PodRemedy;

/** The change of the cluster that mends what was found, or begins to. */
public sealed interface Remediation {

    /** One change that does both, where there is one; else this alone. */
    default Remediation with(Remediation other) {
        return switch (this) {
            case Close(var nodes) when other instanceof Close(var more) -> new Close(all(nodes, more));
            case OpenNodes(var nodes) when other instanceof OpenNodes(var more) -> new OpenNodes(all(nodes, more));
            case DeletePods(var keys) when other instanceof DeletePods(var more) -> new DeletePods(all(keys, more));
            case Relabel(var nodes, var set, var remove) when other instanceof Relabel(var more, var given, var gone)
                    && given.equals(set) && gone.equals(remove) ->
                new Relabel(all(nodes, more), set, remove);
            default -> this;
        };
    }

    private static List<String> all(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).distinct().toList();
    }

    /**
     * Keep new pods from nodes; where they are closed already, have those leave that are there.
     *
     * @param nodes by name; at least one
     */
    record Close(List<String> nodes) implements Remediation {

        public Close {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * Let pods come to nodes again.
     *
     * @param nodes by name; at least one
     */
    record OpenNodes(List<String> nodes) implements Remediation {

        public OpenNodes {
            nodes = List.copyOf(nodes);
        }
    }

    /** Bring a change of MIG to an end. */
    record EndMigChange(String node) implements Remediation {}

    /** Choose how a node is divided, among the layouts that there are. */
    record DivideNode(String node) implements Remediation {}

    /**
     * Give nodes the labels that they should have, and take those away that they should not.
     *
     * @param nodes by name; at least one
     */
    record Relabel(List<String> nodes, Map<String, String> set, Set<String> remove) implements Remediation {

        public Relabel {
            nodes = List.copyOf(nodes);
            set = Map.copyOf(set);
            remove = Set.copyOf(remove);
        }
    }

    /** Have the upgrade of a driver tried again. */
    record RetryUpgrade(String node) implements Remediation {}

    /** Install what makes GPUs usable. */
    record InstallStack() implements Remediation {}

    /**
     * Delete pods that will not run any more.
     *
     * @param keys at least one
     */
    record DeletePods(List<String> keys) implements Remediation {

        public DeletePods {
            keys = List.copyOf(keys);
        }
    }

    /** Delete a claim that no pod uses. */
    record DeleteClaim(ObjectRef claim) implements Remediation {}

    /**
     * Have a quota allow otherwise.
     *
     * @param enough what it would have to allow
     */
    record ChangeQuota(String namespace, String name, RequiredQuota enough) implements Remediation {}

    /** Have a range of limits say otherwise. */
    record ChangeLimits(String namespace, String name) implements Remediation {}

    /** Help a pod to a node. */
    record Help(String pod, PodRemedy remedy) implements Remediation {}
}
