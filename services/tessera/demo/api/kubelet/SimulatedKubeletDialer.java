package tessera.demo.api.kubelet;

import java.util.Optional;

/** The way from the API server to the kubelets. Any thread. */
@FunctionalInterface
public interface SimulatedKubeletDialer {

    /** No kubelet answers. */
    SimulatedKubeletDialer UNANSWERED = _ -> Optional.empty();

    /** Returns the kubelet of a node; empty if it does not answer. */
    Optional<SimulatedKubeletApi> dial(String node);
}
