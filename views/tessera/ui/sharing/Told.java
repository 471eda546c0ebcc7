package tessera.ui.sharing;

import tessera.model.Problem;
import tessera.plan.survey.SharingSetup;

/** What is known of how a cluster's device plugins are told to share. */
sealed interface Told {

    /** Nobody has answered yet. */
    record NotYet() implements Told {}

    /** So they are told. */
    record Known(SharingSetup setup) implements Told {}

    /** It could not be read. */
    record Unknown(Problem why) implements Told {}
}
