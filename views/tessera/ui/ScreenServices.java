package tessera.ui;

/** The services that most screens need: the open cluster, the rules by which its devices are judged, and the layout of tables. */
public interface ScreenServices extends OpenClusterSource, ClusterAlertSource {

    /** Returns the window state that is kept between runs. */
    WindowColumnAndThemeStore layoutMemory();
}
