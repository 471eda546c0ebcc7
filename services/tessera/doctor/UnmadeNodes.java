package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import tessera.doctor.Known.Note;
import tessera.fit.KarpenterClaim;
import tessera.fit.KarpenterClaim.Phase;
import tessera.fit.ObjectSource;
import tessera.model.Failure;

/** Reads the nodes that Karpenter has asked for and that did not come, or did not get ready. Waits for the cluster. */
final class UnmadeNodes {

    private UnmadeNodes() {}

    /** None where there is no Karpenter. */
    static List<KarpenterClaim> read(ObjectSource objects) throws Failure, InterruptedException {
        var claims = new ArrayList<KarpenterClaim>();
        objects.each(KarpenterClaim.KIND, "", claim -> claims.add(KarpenterClaim.of(claim)));
        return claims;
    }

    /** One for each that was not launched. */
    static List<Note> notes(List<KarpenterClaim> claims) {
        return claims.stream().filter(claim -> claim.phase() == Phase.NOT_LAUNCHED)
                .map(claim -> new Note("nodeclaims/" + claim.name(), "Launched=False: " + claim.message())).toList();
    }
}
