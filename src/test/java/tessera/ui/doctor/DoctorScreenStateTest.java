package tessera.ui.doctor;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tessera.doctor.ClusterDiagnosis;
import tessera.model.ForbiddenRequest;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

import static org.assertj.core.api.Assertions.assertThat;

/** The result of the doctor says whether it is complete. */
class DoctorScreenStateTest {

    private static String verdict(List<Problem> unreadable) {
        return DoctorScreenState
                .completed(new ClusterDiagnosis(List.of(), List.of(), List.of(), unreadable), Instant.EPOCH, Set.of())
                .verdictText();
    }

    @Test
    void thatNothingWasFoundIsToldWithWhatCouldNotBeRead() {
        assertThat(verdict(List.of())).isEqualTo("No problems found in the completed checks");
        assertThat(verdict(List
                .of(Problem.of(OperationProblemKind.FORBIDDEN, new ForbiddenRequest("ana", "list", "nodes", "", "")))))
                .isEqualTo("No problems found in the completed checks · incomplete: 1 read failed");
    }
}
