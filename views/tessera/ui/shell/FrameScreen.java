package tessera.ui.shell;

import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.insight.Fleet;
import tessera.model.Problem;
import tessera.ui.Screen;

/** The frame as a screen of its own, so that it is kept current like the others. */
final class FrameScreen implements Screen<FrameQuery, FrameState> {

    private final Node frame;
    private final ObservableValue<FrameQuery> query;
    private final TopBar top;
    private final StatusBar status;
    private final BannerBar banner;

    FrameScreen(Node frame, ObservableValue<FrameQuery> query, TopBar top, StatusBar status, BannerBar banner) {
        this.frame = frame;
        this.query = query;
        this.top = top;
        this.status = status;
        this.banner = banner;
    }

    @Override
    public Node node() {
        return frame;
    }

    @Override
    public ObservableValue<FrameQuery> query() {
        return query;
    }

    @Override
    public FrameState project(Fleet fleet, FrameQuery question) {
        return FrameProjection.state(fleet, question);
    }

    @Override
    public void show(FrameState state) {
        top.show(state);
        status.show(state);
        banner.show(state.notice());
    }

    @Override
    public void excuse(Problem why) {
        show(FrameState.broken(why));
    }
}
