package tessera.kube.requests;

import java.util.function.Supplier;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.ResourceAmounts;

/**
 * The formula for the resources of a pod: its containers and sidecars together, or an init container with the sidecars
 * before it where that is more. Used again and again.
 *
 * @param <A> how amounts are kept
 */
public final class PodResourceFormula<A extends MutableResourceAmounts<A>> {

    private final A total;
    private final A sidecars;
    private final A starting;
    private final A mostStarting;

    public PodResourceFormula(Supplier<A> newAmounts) {
        total = newAmounts.get();
        sidecars = newAmounts.get();
        starting = newAmounts.get();
        mostStarting = newAmounts.get();
    }

    /** Begins another pod. */
    public void clear() {
        total.clear();
        sidecars.clear();
        mostStarting.clear();
    }

    public void addContainer(A own) {
        total.add(own);
    }

    /** Adds an init container that stays for the pod's whole life. */
    public void addSidecar(A own) {
        total.add(own);
        sidecars.add(own);
        mostStarting.takeMaximum(sidecars);
    }

    /** Adds an init container that ends before the next begins. */
    public void addInitContainer(A own) {
        starting.clear();
        starting.add(own);
        starting.add(sidecars);
        mostStarting.takeMaximum(starting);
    }

    /** Returns the sum, without pod-level amounts and overhead; valid until the next pod. */
    public A total() {
        total.takeMaximum(mostStarting);
        return total;
    }

    /**
     * Takes into account what the kubelet reports of a container or pod while it is resized: the larger amount counts, and
     * an infeasible resize does not count at all.
     */
    public static <A extends MutableResourceAmounts<A>> void applyStatus(A own, A actual, A allocated,
            boolean infeasible) {
        if (infeasible) {
            own.clear();
        }
        own.takeMaximum(actual);
        own.takeMaximum(allocated);
    }

    /** Takes a limit of a resource that is not requested for a request of it, as the API server does. */
    public static <A extends MutableResourceAmounts<A>> void addLimitsAsRequests(A own, A limits) {
        own.addMissing(limits, _ -> true);
    }

    /**
     * Adds to the requests of a pod as a whole what the API server adds where the pod has limits: the sum of its
     * containers, and the limit of what no container asks for, and of huge pages.
     */
    static <A extends MutableResourceAmounts<A>> void addPodLevelDefaults(A requests, A ofContainers, A limits) {
        requests.addMissing(ofContainers, name -> isPodLevelResource(name) && !ResourceNames.isHugePages(name));
        requests.addMissing(limits, PodResourceFormula::isPodLevelResource);
    }

    /**
     * Applies what is asked for at the level of the pod, with its defaults, in place of the sum of the containers. Devices
     * cannot be asked for that way.
     *
     * @param requests which the defaults are added to
     */
    public static <A extends MutableResourceAmounts<A>> void applyPodLevel(A total, A requests, A limits) {
        addPodLevelDefaults(requests, total, limits);
        total.replace(requests, PodResourceFormula::isPodLevelResource);
    }

    /** As {@link #applyStatus}, for the requests of a pod as a whole: only what its spec names counts. */
    public static <A extends MutableResourceAmounts<A>> void applyPodLevelStatus(A requests, A actual, A allocated,
            boolean infeasible) {
        if (infeasible) {
            requests.zero();
        }
        requests.raise(actual);
        requests.raise(allocated);
    }

    /** Returns whether a resource may be asked for at the level of the pod; devices may not. */
    public static boolean isPodLevelResource(String name) {
        return name.equals(ResourceAmounts.CPU) || name.equals(ResourceAmounts.MEMORY)
                || ResourceNames.isHugePages(name);
    }
}
