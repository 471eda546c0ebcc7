package tessera.demo.environment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A kind of cluster that replaces the usual simulated fleet. Its objects stand in {@code <label>.yaml}. */
public enum SimulatedClusterVariant {
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

    /** Returns the name under which users select it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the names of all environments, as text for users. */
    public static String labelsText() {
        return Arrays.stream(values()).map(SimulatedClusterVariant::label).collect(Collectors.joining(", "));
    }

    /** Returns the environment of that name; empty if there is none. */
    public static Optional<SimulatedClusterVariant> findByLabel(String label) {
        return Arrays.stream(values()).filter(environment -> environment.label().equals(label)).findFirst();
    }
}
