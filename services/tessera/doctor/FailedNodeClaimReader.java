package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import tessera.doctor.DiagnosisInput.CreationFailureEvent;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.KarpenterNodeClaim;
import tessera.scheduling.KarpenterNodeClaim.NodeClaimPhase;

/** Reads the NodeClaims of Karpenter whose node was not launched or did not get ready. Waits for the cluster. */
final class FailedNodeClaimReader {

    private FailedNodeClaimReader() {}

    /** Reads the claims; none where there is no Karpenter. */
    static List<KarpenterNodeClaim> read(ClusterObjectSource objects) throws ProblemException, InterruptedException {
        var claims = new ArrayList<KarpenterNodeClaim>();
        objects.forEach(KarpenterNodeClaim.KIND, "", claim -> claims.add(KarpenterNodeClaim.of(claim)));
        return claims;
    }

    /** Returns an event for each claim that was not launched. */
    static List<CreationFailureEvent> launchFailures(List<KarpenterNodeClaim> claims) {
        return claims.stream().filter(claim -> claim.phase() == NodeClaimPhase.NOT_LAUNCHED)
                .map(claim -> new CreationFailureEvent("nodeclaims/" + claim.name(), "Launched: " + claim.message()))
                .toList();
    }
}
