package tessera.kube.scheduling;

/** A node that was looked at for a pending pod, with the result. */
public record NodeFilterOutcome(SchedulableNode node, FilterResult result) {}
