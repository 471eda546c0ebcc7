package tessera.doctor;

import tessera.fit.Remedy;

/** The change of the cluster that mends what was found, or begins to. */
public sealed interface Mending {

    /** Keep new pods from a node; where it is closed already, have those leave that are there. */
    record Close(String node) implements Mending {}

    /** Let pods come to a node again. */
    record Open(String node) implements Mending {}

    /** Bring a change of MIG to an end. */
    record EndMigChange(String node) implements Mending {}

    /** Have the upgrade of a driver tried again. */
    record RetryUpgrade(String node) implements Mending {}

    /** Install what makes GPUs usable. */
    record InstallStack() implements Mending {}

    /** Delete a pod that will not run any more. */
    record DeletePod(String key) implements Mending {}

    /** Have a quota allow otherwise. */
    record ChangeQuota(String namespace, String name) implements Mending {}

    /** Have a range of limits say otherwise. */
    record ChangeLimits(String namespace, String name) implements Mending {}

    /** Help a pod to a node. */
    record Help(String pod, Remedy remedy) implements Mending {}
}
