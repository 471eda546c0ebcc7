package tessera.ui.operator;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.gpu.Sample;
import tessera.model.Problem;
import tessera.stack.ClusterReadResult;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackObjects;
import tessera.stack.Scene;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.TableSort;
import tessera.ui.operator.GpuOperatorScreenInput.SelectedComponent;

import static org.assertj.core.api.Assertions.assertThat;

/** What the Operator screen says of the stack, and of not being able to see it. */
class GpuOperatorScreenStateBuilderTest {

    private static final Problem FORBIDDEN = Problem.of(Problem.OperationProblemKind.FORBIDDEN,
            "You may not list Secrets");

    private static GpuOperatorScreenState state(Scene scene, LastReadGpuStack sighting, String filter,
            SelectedComponent choice) {
        return new GpuOperatorScreenStateBuilder().project(scene.fleet(),
                new GpuOperatorScreenInput(sighting, filter, TableSort.NONE, choice, Sample.NOW));
    }

    private static GpuOperatorScreenState state(Scene scene) {
        return state(scene, LastReadGpuStack.NOTHING.withObjects(scene.objects()), "", SelectedComponent.FIRST);
    }

    private static EmptyScreenNotice notice(GpuOperatorScreenState state) {
        return state.notice().orElseThrow();
    }

    @Test
    void whatIsStillBeingReadOrCouldNotBeReadIsSaid() {
        var scene = new Scene();
        assertThat(notice(state(scene, LastReadGpuStack.NOTHING, "", SelectedComponent.FIRST)).kind())
                .isEqualTo(EmptyScreenNotice.NoDataReason.LOADING);
        assertThat(notice(state(scene, LastReadGpuStack.NOTHING.withProblem(FORBIDDEN), "", SelectedComponent.FIRST))
                .kind()).isEqualTo(EmptyScreenNotice.NoDataReason.FORBIDDEN);
    }

    @Test
    void aClusterWithoutTheOperatorIsToldFromOneThatMayNotBeSeen() {
        var bare = new Scene().offers(0, 0);
        for (var component : GpuStackComponent.values()) {
            bare.undeployed(component);
        }
        var nothing = new GpuStackObjects(new ClusterReadResult.SuccessfulRead<>(Optional.empty()),
                new ClusterReadResult.SuccessfulRead<>(List.of()), new ClusterReadResult.SuccessfulRead<>(List.of()),
                new ClusterReadResult.SuccessfulRead<>(Optional.empty()));
        var state = state(bare, LastReadGpuStack.NOTHING.withObjects(nothing), "", SelectedComponent.FIRST);
        assertThat(notice(state).title()).isEqualTo("The GPU Operator is not installed");

        var hidden = new GpuStackObjects(new ClusterReadResult.FailedRead<>(FORBIDDEN),
                new ClusterReadResult.FailedRead<>(FORBIDDEN), new ClusterReadResult.FailedRead<>(FORBIDDEN),
                new ClusterReadResult.FailedRead<>(FORBIDDEN));
        assertThat(
                notice(state(bare, LastReadGpuStack.NOTHING.withObjects(hidden), "", SelectedComponent.FIRST)).kind())
                .isEqualTo(EmptyScreenNotice.NoDataReason.FORBIDDEN);
    }

    @Test
    void whereAnotherPluginOffersGpusTheOperatorsPolicyIsNotSpokenOf() {
        var scene = new Scene();
        for (var component : GpuStackComponent.values()) {
            if (component != GpuStackComponent.PLUGIN) {
                scene.without(component);
            }
        }
        var nothing = new GpuStackObjects(new ClusterReadResult.SuccessfulRead<>(Optional.empty()),
                new ClusterReadResult.SuccessfulRead<>(List.of()), new ClusterReadResult.SuccessfulRead<>(List.of()),
                new ClusterReadResult.SuccessfulRead<>(Optional.empty()));
        var cards = state(scene, LastReadGpuStack.NOTHING.withObjects(nothing), "", SelectedComponent.FIRST).cards();
        assertThat(cards).extracting(GpuOperatorScreenState.StackCardContent::title).containsExactly("Device plugins",
                "Coverage");
        assertThat(cards.getFirst().facts().getFirst())
                .isEqualTo(new GpuOperatorScreenState.StackCardFact("1 node", "gpu-operator/plugin-x"));
        assertThat(cards.getFirst().facts())
                .contains(new GpuOperatorScreenState.StackCardFact("Operator", "The GPU Operator is not installed"));
        assertThat(state(new Scene()).cards()).extracting(GpuOperatorScreenState.StackCardContent::title)
                .anyMatch(title -> title.startsWith("ClusterPolicy"));
    }

    @Test
    void theFirstBrokenLinkIsLookedAtUntilSomebodyChoosesAnother() {
        var scene = new Scene().pod(GpuStackComponent.TOOLKIT, "CrashLoopBackOff");
        var first = state(scene).detail().orElseThrow();
        assertThat(first.chain().name()).isEqualTo("n1");
        assertThat(first.component()).isEqualTo(GpuStackComponent.TOOLKIT);

        var sighting = LastReadGpuStack.NOTHING.withObjects(scene.objects());
        var other = state(scene, sighting, "",
                new SelectedComponent("n1", Optional.of(GpuStackComponent.PLUGIN), true));
        assertThat(other.detail().orElseThrow().component()).isEqualTo(GpuStackComponent.PLUGIN);
        assertThat(state(scene, sighting, "", new SelectedComponent("", Optional.empty(), false)).detail()).isEmpty();
        assertThat(state(new Scene()).detail()).as("nothing is broken").isEmpty();
    }

    @Test
    void aReleaseThatMayNotBeReadDoesNotHideTheRest() {
        var scene = new Scene();
        var objects = new GpuStackObjects(new ClusterReadResult.FailedRead<>(FORBIDDEN), scene.objects().policies(),
                scene.objects().operandSets(), scene.objects().operator());
        var state = state(scene, LastReadGpuStack.NOTHING.withObjects(objects), "", SelectedComponent.FIRST);
        assertThat(state.cards().getFirst().facts().getFirst().value()).isEqualTo("You may not list Secrets");
        assertThat(state.rows()).hasSize(1);
    }

    @Test
    void anOldReadingSaysThatItIsOld() {
        var scene = new Scene();
        var lastStack = LastReadGpuStack.NOTHING.withObjects(scene.objects())
                .withProblem(Problem.of(Problem.OperationProblemKind.TIMEOUT, "No answer in time"));
        assertThat(state(scene, lastStack, "", SelectedComponent.FIRST).totalsText())
                .contains("not current: No answer in time");
    }

    @Test
    void theMatrixCanBeNarrowedToWhatIsBroken() {
        var scene = new Scene().pod(GpuStackComponent.DRIVER, "CrashLoopBackOff");
        var sighting = LastReadGpuStack.NOTHING.withObjects(scene.objects());
        assertThat(state(scene, sighting, "broken at:driver", SelectedComponent.FIRST).rows()).hasSize(1);
        assertThat(state(scene, sighting, "at:toolkit", SelectedComponent.FIRST).rows()).isEmpty();
    }
}
