package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import tessera.doctor.DiagnosisInput.FailureEvent;
import tessera.model.Failure;
import tessera.scheduling.KarpenterClaim;
import tessera.scheduling.KarpenterClaim.ClaimPhase;
import tessera.scheduling.ObjectSource;

/** Reads the nodes that Karpenter has asked for and that did not come, or did not get ready. Waits for the cluster. */
final class FailedNodeClaims {

    private FailedNodeClaims() {}

    /** None where there is no Karpenter. */
    static List<KarpenterClaim> read(ObjectSource objects) throws Failure, InterruptedException {
        var claims = new ArrayList<KarpenterClaim>();
        objects.each(KarpenterClaim.KIND, "", claim -> claims.add(KarpenterClaim.of(claim)));
        return claims;
    }

    /** One for each that was not launched. */
    static List<FailureEvent> notes(List<KarpenterClaim> claims) {
        return claims.stream().filter(claim -> claim.phase() == ClaimPhase.NOT_LAUNCHED)
                .map(claim -> new FailureEvent("nodeclaims/" + claim.name(), "Launched=False: " + claim.message()))
                .toList();
    }
}
