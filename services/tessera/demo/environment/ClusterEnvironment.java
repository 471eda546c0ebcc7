package tessera.demo.environment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A kind of cluster that the simulated one can be instead of the usual fleet. Its objects stand in {@code <label>.yaml}. */
public enum ClusterEnvironment {
    /** GPUs handed out by ResourceClaims alone, by NVIDIA's DRA driver. */
    DRA,
    /** HAMi divides boards by memory and cores. */
    HAMI,
    /** GKE's own device plugin and drivers, time-sharing, no operator. */
    GKE,
    /** EKS with a static device plugin, the node monitoring agent and Karpenter. */
    EKS,
    /** AKS with a static device plugin and the node problem detector. */
    AKS,
    /** AMD's operator with partitioned boards. */
    AMD,
    /** KAI's fractions and queues beside NVIDIA's device plugin. */
    KAI;

    /** Returns its name as it is typed. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns all names, as a user may type them. */
    public static String labels() {
        return Arrays.stream(values()).map(ClusterEnvironment::label).collect(Collectors.joining(", "));
    }

    /** Finds one by its name; empty where there is none of that name. */
    public static Optional<ClusterEnvironment> named(String label) {
        return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }
}
