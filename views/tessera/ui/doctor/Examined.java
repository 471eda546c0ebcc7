package tessera.ui.doctor;

import java.time.Instant;
import java.util.Optional;
import tessera.doctor.Diagnosis;
import tessera.model.Problem;

/**
 * What the last examination came to, which is all that the screen asks and shows.
 *
 * @param diagnosis empty before the first has ended
 * @param problem   why the newest could not be made; empty where it could
 * @param at        when it was made, by this machine's clock
 */
record Examined(Optional<Diagnosis> diagnosis, Optional<Problem> problem, Instant at) {

    static final Examined NOT_YET = new Examined(Optional.empty(), Optional.empty(), Instant.EPOCH);
}
