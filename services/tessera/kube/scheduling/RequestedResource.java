package tessera.kube.scheduling;

/**
 * A resource that a pending pod requests.
 *
 * @param number          of the resource in its cluster, for nodes that keep amounts by number
 * @param shortageMessage of the scheduler where a node has too little
 */
public record RequestedResource(String name, int number, long amount, String shortageMessage) {}
