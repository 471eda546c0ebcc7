package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import tessera.doctor.DiagnosisInput.FailureEvent;
import tessera.model.Failure;
import tessera.scheduling.KarpenterNodeClaim;
import tessera.scheduling.KarpenterNodeClaim.ClaimPhase;
import tessera.scheduling.ObjectSource;

/** Reads the NodeClaims of Karpenter whose node was not launched or did not get ready. Waits for the cluster. */
final class FailedNodeClaims {

    private FailedNodeClaims() {}

    /** Reads the claims; none where there is no Karpenter. */
    static List<KarpenterNodeClaim> read(ObjectSource objects) throws Failure, InterruptedException {
        var claims = new ArrayList<KarpenterNodeClaim>();
        objects.forEach(KarpenterNodeClaim.KIND, "", claim -> claims.add(KarpenterNodeClaim.of(claim)));
        return claims;
    }

    /** Returns an event for each claim that was not launched. */
    static List<FailureEvent> launchFailures(List<KarpenterNodeClaim> claims) {
        return claims.stream().filter(claim -> claim.phase() == ClaimPhase.NOT_LAUNCHED)
                .map(claim -> new FailureEvent("nodeclaims/" + claim.name(), "Launched: " + claim.message()))
                .toList();
    }
}
